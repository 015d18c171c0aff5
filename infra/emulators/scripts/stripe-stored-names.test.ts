import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const pathTo = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const found = (text: string, expression: RegExp) =>
  Array.from(text.matchAll(expression), ([, group = '']) => group);
const foundIn = (files: string, expression: RegExp) =>
  globSync(pathTo(files)).flatMap((file) => found(readFileSync(file, 'utf8'), expression));

const KIND =
  /^(?:export )?interface \w+\s+extends (?:\w+,\s+)*(?:Entity|Labelled|PaymentSettings)\b[^{]*\{(.*?)^\}/gms;

it('lists the stored fields that have another word than Stripe has for them', () => {
  const words = new Set(foundIn('../../../node_modules/stripe/esm/resources/**/*.d.ts', /^\s+(\w+)\??:/gm));
  // The control interface, in server, has words of its own.
  const fields = foundIn('../stripe/src/!(server)/**/*.ts', KIND).flatMap((body) =>
    found(body, /readonly (\w+)\??:/g),
  );
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const renamed = new Set(fields.filter((name) => /[A-Z]/.test(name) && words.has(snakeCase(name))));
  const [list = ''] = foundIn('../stripe/README.md', /of what it shows in another form: (.*)/g);
  expect(renamed.size).toBeGreaterThan(1);
  expect([...renamed].filter((name) => !list.includes(`\`${name}\``))).toEqual([]);
});
