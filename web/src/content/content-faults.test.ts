import { PLAN_NAMES } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import { contentFaults, examplesIn } from './content-faults.ts';
import { SITE_CONTENT } from './site-content.ts';

/** A copy of the content with the value at a dotted path replaced. */
function altered(path: string, value: unknown): typeof SITE_CONTENT {
  const copy = structuredClone(SITE_CONTENT);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Record<string, unknown>>(
    (inner, key) => inner[key] as Record<string, unknown>,
    copy as unknown as Record<string, unknown>,
  );
  parent[last] = value;
  return copy;
}

const QUESTION = { id: 1, question: 'Why?', answer: ['Because.'] };

it('reports no faults in the current content', () => {
  expect(contentFaults(SITE_CONTENT)).toEqual([]);
});

it.each<[string, unknown, string]>([
  ['home.steps.items.0.alt', '', 'content.home.steps.items.0.alt is empty'],
  [
    'home.benefits.items.1.icon',
    'anchor',
    'content.home.benefits.items.1.icon is not a known icon: "anchor"',
  ],
  ['navigation.header.2.to', '/help', 'content.navigation.header.2.to does not lead to a page: "/help"'],
  ['brand.email', 'hello at outharbor', 'content.brand.email is not an e-mail address: "hello at outharbor"'],
  ['brand.origin', 'https://a.example/', 'content.brand.origin is not an origin: "https://a.example/"'],
  [
    'plans',
    { other: SITE_CONTENT.plans[FIRST.name] },
    `content.plans has other where the contract sells ${PLAN_NAMES.toSorted().join()}: edit PLAN_CARDS in web/src/content/plans.ts`,
  ],
  ['pages', {}, 'content.pages has nothing for faq'],
  ['documents', {}, 'content.documents has nothing for faq'],
  ['home.steps.items', SITE_CONTENT.home.steps.items.slice(1), 'content.home.steps.items has 2 items, not 3'],
  ['clients', [], 'content.clients has no items'],
  ['faq', [QUESTION, QUESTION], 'content.faq has an id twice'],
])('reports the location of a fault in %s', (path, value, fault) => {
  expect(contentFaults(altered(path, value))).toContain(fault);
});

it('lists what is still an example or a template', () => {
  const all = examplesIn(SITE_CONTENT);
  for (const place of ['brand', 'home.proof', 'privacy'].filter((name) => all.includes(`content.${name}`))) {
    const own = altered(`${place}.${place === 'privacy' ? 'template' : 'example'}`, false);
    expect(examplesIn(own)).toEqual(all.filter((name) => name !== `content.${place}`));
  }
  expect(examplesIn({ a: { example: true }, b: [{ template: true }], c: { example: false } })).toEqual([
    'content.a',
    'content.b.0',
  ]);
});
