import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseCommand } from './options.ts';

const HOUSE = fileURLToPath(new URL('../../../', import.meta.url));
/** Every command line of the documents that starts the emulators, without a comment or what follows it in a shell. */
async function commandsIn(file: string): Promise<string[]> {
  const text = await readFile(join(HOUSE, file), 'utf8');
  return [...text.matchAll(/(?:npx @outharbor\/emulators|bin\/emulators\.mjs)\b([^`\n#&|>]*)/g)].map(
    ([, args = '']) => args.trim(),
  );
}

const commands: { readonly file: string; readonly args: string }[] = [];
const exclude = (name: string) => name === 'node_modules' || name === 'dist';
for await (const file of glob('**/*.{md,txt,yml}', { cwd: HOUSE, exclude })) {
  commands.push(...(await commandsIn(file)).map((args) => ({ file, args })));
}

it.each(commands)('accepts the arguments "$args" of $file', ({ args }) => {
  expect(() => parseCommand(args.split(/\s+/).filter(Boolean))).not.toThrow();
});
