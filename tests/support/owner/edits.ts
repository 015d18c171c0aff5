import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAN_CURRENCY } from '@outharbor/contract/plans';
import { FIRST, LAST } from '@outharbor/contract/testing/plans';
import { themeColours } from '../../../web/prerender/theme-colours.ts';
import type { TreeCopy } from './tree-copy.ts';

/* What docs/make-it-yours.md tells an owner to do, without a word of what is written there now. */

const CONTENT = 'web/src/content';
const PLANS = 'api/contract/src/plans.ts';
const SPECIFICATION = 'tests/specification/product.test.ts';

export interface Edit {
  readonly name: string;
  /** Whether it can be made together with the others that can. */
  readonly together?: boolean;
  apply(tree: TreeCopy): Promise<void>;
  /** Texts that a built page then shows. */
  readonly shows: readonly (readonly [page: string, text: string | RegExp])[];
}

/** Fields that are not copy: names, addresses, pictures and numbers. */
const NOT_COPY =
  /^(id|icon|picture|style|mark|name|origin|email|language|shell|start|to|published|copyrightYear|query|base|import|price|value)$/;

/** Adds the first half of each text to its end. */
function lengthen(source: string): string {
  const longer = (text: string) => `${text} ${text.slice(0, text.length / 2).trimEnd()}`;
  return source
    .replaceAll(/(\b\w+): '((?:[^'\\$\n]|\\u[0-9a-f]{4})+)'/g, (whole, field: string, text: string) =>
      NOT_COPY.test(field) || whole.includes('\\') ? whole : `${field}: '${longer(text)}'`,
    )
    .replaceAll(
      /^( +)'((?:[^'\\\n])+)',$/gm,
      (_whole, indent: string, text: string) => `${indent}'${longer(text)}',`,
    );
}

async function longerTexts(tree: TreeCopy): Promise<void> {
  const files = (await readdir(join(tree.path, CONTENT))).filter(
    (name) => !/^(content-faults|rich-text|site-content|pages|navigation)\b|\.test\.ts$/.test(name),
  );
  for (const name of files) {
    const file = `${CONTENT}/${name}`;
    await tree
      .edit(file, (text) => lengthen(text))
      .catch((error: unknown) => {
        if (!String(error).includes('changes nothing')) throw error;
      });
  }
  await tree.edit(PLANS, lengthen);
  await tree.edit(`${CONTENT}/navigation.ts`, (text) => text.replace(/label: '([^']+)'/g, "label: '$1 now'"));
  await withoutSpecification(tree);
}

/** Several edits can make it, together. */
async function withoutSpecification(tree: TreeCopy): Promise<void> {
  if (!tree.touched.has(SPECIFICATION)) await tree.remove(SPECIFICATION);
}

const inPlans = (change: (text: string) => string) => async (tree: TreeCopy) => {
  await tree.edit(PLANS, change);
  await withoutSpecification(tree);
};

const replacePrices = (text: string, price: (former: number) => number) =>
  text.replaceAll(/price: (\d[\d.]*)/g, (_whole, former: string) => `price: ${price(Number(former))}`);

const inCurrency = (code: string) => (text: string) =>
  text.replace(/PLAN_CURRENCY = '[a-z]+'/, `PLAN_CURRENCY = '${code}'`);

/** A currency in which the product is not sold yet. */
const OTHER_CURRENCY =
  String(PLAN_CURRENCY) === 'eur' ? { code: 'gbp', price: /£\d/ } : { code: 'eur', price: /€\d/ };

async function listPlansInRules(tree: TreeCopy): Promise<void> {
  const { code, output } = await tree.run('.', 'scripts/database-rules.ts');
  if (code !== 0) throw new Error(output);
}

async function fourthPlan(tree: TreeCopy): Promise<void> {
  const entry =
    "  {\n    name: 'fleet',\n    title: 'Fleet',\n    price: 2750,\n    closings: 40,\n    closingsText: 'successful closings',\n    adds: ['Dedicated crew'],\n  },\n";
  await tree.edit(PLANS, (text) => text.replace('\n] as const', `\n${entry}] as const`));
  await tree.edit(`${CONTENT}/plans.ts`, (text) =>
    text.replace(/\n\};\s*$/, "\n  fleet: { pitch: 'For every sea.', pictureAlt: 'Four boats.' },\n};\n"),
  );
  const pictures = join(tree.path, 'web/src/ui/pictures');
  await cp(join(pictures, `plan-${FIRST.name}.svg`), join(pictures, 'plan-fleet.svg'));
  await listPlansInRules(tree);
  await withoutSpecification(tree);
}

async function twoPlans(tree: TreeCopy): Promise<void> {
  const entry = new RegExp(`  \\{\n    name: '${LAST.name}',[\\s\\S]*?\n  \\},\n(?=\\] as const)`);
  await tree.edit(PLANS, (text) => text.replace(entry, ''));
  await tree.edit(`${CONTENT}/plans.ts`, (text) =>
    text.replace(new RegExp(`  ${LAST.name}: \\{[\\s\\S]*?\n  \\},\n`), ''),
  );
  await tree.remove(`web/src/ui/pictures/plan-${LAST.name}.svg`);
  await listPlansInRules(tree);
  await withoutSpecification(tree);
}

const rebrand = (values: Readonly<Record<string, string>>) => (text: string) =>
  Object.entries(values).reduce(
    (edited, [field, value]) => edited.replace(new RegExp(`(\\n  ${field}: )'[^']*'`), `$1'${value}'`),
    text,
  );

async function anotherBrand(tree: TreeCopy): Promise<void> {
  await tree.edit(
    `${CONTENT}/brand.ts`,
    rebrand({
      name: 'Bluewater',
      legalName: 'Bluewater GmbH',
      origin: 'https://www.bluewater.test',
      tagline: 'Outreach that ends in meetings.',
    }),
  );
  await tree.edit(`${CONTENT}/claims.ts`, (text) =>
    text.replace(/salesCallsPerMonth: '[^']*'/, "salesCallsPerMonth: '90+'"),
  );
  await withoutSpecification(tree);
}

async function noFaq(tree: TreeCopy): Promise<void> {
  await tree.edit(`${CONTENT}/faq.ts`, (text) =>
    text.replace(/(export const FAQ: readonly FaqRecord\[\] = \[)[\s\S]*\n\];/, '$1];'),
  );
  await tree.edit(`${CONTENT}/navigation.ts`, (text) => text.replaceAll(/,\s*LINKS\.faq\b/g, ''));
  await withoutSpecification(tree);
}

async function tenLogos(tree: TreeCopy): Promise<void> {
  const names = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Maple', 'Oak', 'Pine', 'Yew'];
  const clients = names.map((name) => `  { name: '${name}', mark: 'M2 2h20v20H2Z', style: 'wide' },\n`);
  await tree.edit(`${CONTENT}/clients.ts`, (text) =>
    text.replace(/(CLIENTS: readonly Client\[\] = \[\n)[\s\S]*(\];)/, `$1${clients.join('')}$2`),
  );
  await withoutSpecification(tree);
}

async function ownProof(tree: TreeCopy): Promise<void> {
  const quote =
    "    { quote: 'They fill my week.', name: 'Ada', role: 'Owner, Bluewater', picture: '/people/ada.svg', fact: { value: '9', label: 'calls' } },\n";
  await tree.edit(`${CONTENT}/proof.ts`, (text) =>
    text
      .replace('  example: true,\n', '  example: false,\n')
      .replace(/( {2}quotes: \[\n)[\s\S]*?( {2}\],\n {2}link)/, `$1${quote}$2`),
  );
  await tree.edit(`${CONTENT}/about-us.ts`, (text) =>
    text.replace(/(ABOUT_US_TEXT: readonly Block\[\] = \[)[\s\S]*?\];/, "$1'We are three people.'];"),
  );
  await withoutSpecification(tree);
}

/** A colour that is not the owner's, who may have chosen the first. */
const PAPER = themeColours('paper').light === '#f1f7f9' ? '#f2f6f7' : '#f1f7f9';

async function otherLooks(tree: TreeCopy): Promise<void> {
  await tree.edit('web/src/ui/tokens.css', (text) =>
    text.replace(/--paper: light-dark\(#[0-9a-f]{6}/i, `--paper: light-dark(${PAPER}`),
  );
  await tree.edit(`${CONTENT}/brand.ts`, rebrand({ email: 'ahoy@bluewater.test' }));
}

export const EDITS: readonly Edit[] = [
  { name: 'texts that are half as long again', apply: longerTexts, shows: [] },
  {
    name: 'other prices',
    apply: inPlans((text) => replacePrices(text, (price) => price * 2 + 0.5)),
    shows: [['subscribe.html', /[\d,]+\.50/]],
  },
  {
    name: 'a fourth plan',
    together: true,
    apply: fourthPlan,
    shows: [
      ['subscribe.html', '2,750'],
      ['subscribe.html', 'Dedicated crew'],
    ],
  },
  { name: 'two plans', apply: twoPlans, shows: [] },
  {
    name: 'another currency',
    together: true,
    apply: inPlans(inCurrency(OTHER_CURRENCY.code)),
    shows: [
      ['subscribe.html', OTHER_CURRENCY.price],
      ['subscribe.html', `"priceCurrency":"${OTHER_CURRENCY.code.toUpperCase()}"`],
    ],
  },
  {
    name: 'yen, which have no decimals',
    apply: inPlans((text) => inCurrency('jpy')(replacePrices(text, (price) => price * 100))),
    shows: [
      ['subscribe.html', /¥\d/],
      ['subscribe.html', '"priceCurrency":"JPY"'],
    ],
  },
  {
    name: 'another brand and another claim',
    together: true,
    apply: anotherBrand,
    shows: [
      ['index.html', 'Bluewater'],
      ['index.html', '90+'],
    ],
  },
  { name: 'no questions', apply: noFaq, shows: [] },
  { name: 'ten client logos', together: true, apply: tenLogos, shows: [['index.html', 'Yew']] },
  {
    name: 'an own quote, and a text about the agency',
    together: true,
    apply: ownProof,
    shows: [
      ['index.html', /They fill my week(?!.*are examples\.)/s],
      ['sitemap.xml', '/AboutUs'],
    ],
  },
  {
    name: 'another colour and e-mail address',
    together: true,
    apply: otherLooks,
    shows: [
      ['index.html', PAPER],
      ['faq.html', 'ahoy@bluewater.test'],
    ],
  },
];
