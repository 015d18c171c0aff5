import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

/** The catalogue, the formatter, tests that state values, and code that is not about the site's prices. */
const STATED = [
  'api/contract/src/plans.ts',
  'api/contract/src/money.ts',
  'api/contract/src/money.test.ts',
  'tests/specification/product.test.ts',
  'tests/support/owner/edits.ts',
  'scripts/price-literals.test.ts',
];

/** A currency sign before a number or a value, an ISO code, a currency's name, or another formatter. */
const LITERAL =
  /[€£¥]\s?\d|\$\d[\d,.]|\$\$\{|^[^`<]*<\w+>\$\{(?!.*<\/\w+>.*<)|['"`](usd|eur|gbp|jpy|USD|EUR|GBP|JPY)['"`]|\bdollars?\b|style: 'currency'/;

const literalsIn = (text: string) =>
  text.split('\n').flatMap((line, index) => (LITERAL.test(line) ? [`${index + 1}: ${line.trim()}`] : []));

it.each([
  "const shown = '$' + price; // $1,499",
  `<strong>\${price}</strong>`,
  'const text = `costs $${price}`;',
  "priceCurrency: 'USD',",
  "description: 'whole US dollars a month'",
  "toLocaleString('en-US', { style: 'currency', currency })",
  "getByText('€500')",
])('finds a price literal in %s', (line) => {
  expect(literalsIn(line)).toHaveLength(1);
});

it('finds no price or currency outside the catalogue and its formatter', async () => {
  const files = await tracked('api', 'web', 'scripts', 'tests', 'infra/embedded', 'infra/rehearsal');
  const sources = files.filter((file) => /\.(tsx?|mjs|css|html)$/.test(file) && !STATED.includes(file));
  const found = await Promise.all(
    sources.map(async (file) =>
      literalsIn(await readFile(join(ROOT, file), 'utf8')).map((literal) => `${file}:${literal}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});
