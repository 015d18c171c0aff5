import { build } from 'vite';
import { expect, test } from 'vitest';
import { limitScripts } from './limit-scripts.ts';

const script = `globalThis.text = '${'long '.repeat(100)}';`;

function buildWithin(limit: number) {
  const entry = { name: 'entry', resolveId: (id: string) => id, load: () => script };
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, limitScripts(limit)],
    build: { write: false, rolldownOptions: { input: 'entry.js' }, modulePreload: false },
  });
}

test('fails a build whose scripts are over the limit', async () => {
  await expect(buildWithin(400)).rejects.toThrow('the limit is 400');
  await expect(buildWithin(1_000)).resolves.toBeDefined();
});
