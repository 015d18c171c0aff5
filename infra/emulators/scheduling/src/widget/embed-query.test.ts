import { expect, test } from 'vitest';
import { parseEmbedQuery } from './embed-query.ts';

const parse = (search: string) => parseEmbedQuery(new URLSearchParams(search));

test('parses prefill, tracking and settings as the embedding library writes them', () => {
  const query = parse(
    'background_color=ffffff&hide_event_type_details=1&hide_gdpr_banner=1&name=Ada%20Okafor&guests=a%40example.com,b%40example.com&email=ada%40example.com&date=2026-11-23&utm_source=mail&salesforce_uuid=s1&embed_type=Inline&embed_domain=1&a1=Sales&a10=Ten',
  );
  expect(query.colors.background_color).toBe('ffffff');
  expect(query).toMatchObject({
    hideEventTypeDetails: true,
    hideGdprBanner: true,
    hideLandingPageDetails: false,
    embedType: 'Inline',
    embedDomain: '1',
  });
  expect(query.prefill).toMatchObject({
    name: 'Ada Okafor',
    email: 'ada@example.com',
    guests: ['a@example.com', 'b@example.com'],
    date: '2026-11-23',
    answers: { a1: 'Sales', a10: 'Ten' },
  });
  expect(query.tracking).toMatchObject({ utm_source: 'mail', utm_term: null, salesforce_uuid: 's1' });
});

test('joins first and last name when no full name is given', () => {
  expect(parse('first_name=Ada&last_name=Okafor').prefill.name).toBe('Ada Okafor');
  expect(parse('name=A&first_name=Ada').prefill.name).toBe('A');
});

test('ignores an invalid date or month, and detects a page that is not embedded', () => {
  expect(parse('date=tomorrow').prefill.date).toBeNull();
  expect(parse('month=2026-13').prefill.month).toBeNull();
  expect(parse('month=2026-12').prefill.month).toBe('2026-12');
  expect(parse('').embedDomain).toBeNull();
});
