import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOf, type Variables } from '@outharbor/rehearsal/compose-settings';
import { addedInRehearsal } from '@outharbor/rehearsal/process-settings';
import { ROOT } from './step.ts';

export const SETTINGS_LIST = join(ROOT, 'docs/settings.md');

/** In the place of what an operator has: the list shows the variable's own name. */
const AS_NAMED: Variables = Object.fromEntries(
  [
    'IMAGE_TAG',
    'PUBLIC_URL',
    'FIREBASE_PROJECT_ID',
    'FIREBASE_API_KEY',
    'FIREBASE_DATABASE_URL',
    'SCHEDULING_URL',
  ].map((name) => [name, `<${name}>`]),
);

const HEAD = `# Settings by environment

Every variable of the two containers that differs between the emulated stack, a rehearsal and a live one, out of
\`docker-compose.yml\` and \`docker-compose.live.yml\`. \`<NAME>\` is a value of the operator's, see
[going-live.md](going-live.md). Written by \`node scripts/settings-list.ts\`; a test holds it to the files.

A rehearsal has the column of the live settings, and besides:

`;

/** The page, made from the compose files and from what a rehearsal adds to them. */
export async function settingsList(): Promise<string> {
  const [emulated, live] = await Promise.all(
    ['docker-compose.yml', 'docker-compose.live.yml'].map((file) => readFile(join(ROOT, file), 'utf8')),
  );
  const sections = ['api', 'web'].map((service) => {
    const here = environmentOf(emulated ?? '', service, {});
    const there = environmentOf(live ?? '', service, AS_NAMED);
    const names = [...new Set([...Object.keys(here), ...Object.keys(there)])].toSorted();
    const rows = names
      .filter((name) => (here[name] || '') !== (there[name] || ''))
      .map((name) => `| \`${name}\` | ${cell(here[name])} | ${cell(there[name])} |`);
    return [`## ${service}`, '', '| variable | emulated | live |', '|---|---|---|', ...rows].join('\n');
  });
  const added = addedInRehearsal.map(({ names, why }) => `- ${names.map(cell).join(', ')}: ${why}`);
  return `${HEAD}${added.join('\n')}\n\n${sections.join('\n\n')}\n`;
}

const cell = (value: string | undefined) => (value ? `\`${value}\`` : '');

/** `node scripts/settings-list.ts` writes the page anew. */
if (import.meta.main) await writeFile(SETTINGS_LIST, await settingsList());
