import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const find = (folder: URL, pattern: string) =>
  globSync(pattern, { cwd: fileURLToPath(folder) }).map((file) => read(`${folder}${file}`));

const SDK = new URL('../../../node_modules/stripe/esm/resources/', import.meta.url);
const SOURCE = new URL('../stripe/src/', import.meta.url);

it('lists the stored fields that have another word than Stripe has for them', () => {
  const declared = find(SDK, '**/*.d.ts').flatMap((text) => [...text.matchAll(/^\s+(\w+)\??:/gm)]);
  const words = new Set(declared.map(([, name]) => name));
  const kinds =
    /^(?:export )?interface \w+\s+extends (?:\w+,\s+)*(?:Entity|Labelled|PaymentSettings)\b[^{]*\{(.*?)^\}/gms;
  // The control interface, in server, has words of its own.
  const stored = find(SOURCE, '!(server)/**/*.ts').flatMap((text) =>
    [...text.matchAll(kinds)].map(([, body = '']) => body),
  );
  const fields = stored.flatMap((body) =>
    Array.from(body.matchAll(/readonly (\w+)\??:/g), ([, name = '']) => name),
  );
  const renamed = fields.filter((name) =>
    words.has(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  );
  const others = new Set(renamed.filter((name) => /[A-Z]/.test(name)));
  expect(fields.length).toBeGreaterThan(200);
  const [, list = ''] = /of what it shows in another form: (.*)/.exec(read('../stripe/README.md')) ?? [];
  expect([...others].filter((name) => !list.includes(`\`${name}\``))).toEqual([]);
});
