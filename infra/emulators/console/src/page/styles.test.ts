import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

it('uses only custom properties that it or the tokens declare', async () => {
  const names = ['base', 'frame', 'places', 'parts', 'widths'];
  const styles = (await Promise.all(names.map((name) => read(`./styles/${name}.css`)))).join('');
  const tokens = await read('../../../../../web/src/ui/tokens.css');
  const declared = new Set((styles + tokens).match(/--[\w-]+(?=\s*:)/g));
  const used = Array.from(styles.matchAll(/var\((--[\w-]+)/g), ([, name]) => name);
  expect(used).toContain('--on-deep');
  expect(used.filter((name) => name !== undefined && !declared.has(name))).toEqual([]);
});
