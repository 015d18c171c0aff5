import { expect, test } from 'vitest';
import { chosenBy } from '../server/queries.ts';
import { Model } from './model.ts';
import type { Sources } from './sources.ts';

const nothing = { ok: true, value: [] } as const;
const noRequests = { ok: true, value: { copies: [], version: 1 } } as const;
const NOT_RUNNING = { ok: false, reason: 'This emulator is not running.' } as const;

function sourcesWith(emails: readonly string[]): Sources {
  const accounts = emails.map((email, index) => ({
    id: `uid-${index}`,
    email,
    name: `Person ${index}`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
    disabled: index % 3 === 0,
  }));
  return {
    accounts: { ok: true, value: { copies: accounts, version: emails.length } },
    mails: nothing,
    stripe: NOT_RUNNING,
    clock: NOT_RUNNING,
    scheduling: NOT_RUNNING,
    requests: {
      stripe: NOT_RUNNING,
      identity: noRequests,
      database: noRequests,
      scheduling: noRequests,
      api: noRequests,
    },
    health: [],
  };
}

const EMAILS = Array.from({ length: 10 }, (_, index) => `person-${index}@example.com`);
const ALL = chosenBy({});

test('lists newest first, searches by every word, filters and counts', () => {
  const model = new Model(sourcesWith(EMAILS));
  expect(model.list('people', ALL).rows[0]).toMatchObject({ email: 'person-9@example.com' });
  expect(model.list('people', { ...ALL, search: 'PERSON 7' }).total).toBe(1);
  expect(model.list('people', { ...ALL, filter: 'disabled', limit: 2 })).toMatchObject({
    total: 4,
    filters: { disabled: 4, registered: 6 },
    rows: [{ id: 'uid-9' }, { id: 'uid-6' }],
  });
});

test('gives an area a new version only when its rows change', () => {
  const before = new Model(sourcesWith(EMAILS));
  before.search('person');
  const same = new Model(sourcesWith(EMAILS), before);
  expect(same.versions).toEqual(before.versions);
  const changed = new Model(sourcesWith([...EMAILS, 'new@example.com']), same);
  expect(changed.versions.people).not.toBe(same.versions.people);
  expect(changed.versions.mails).toBe(same.versions.mails);
  expect(changed.search('new@example.com')).toHaveLength(1);
});
