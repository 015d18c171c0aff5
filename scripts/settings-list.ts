import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOf, type Variables } from '@outharbor/rehearsal/compose-settings';
import { addedInRehearsal } from '@outharbor/rehearsal/process-settings';
import { ROOT } from './step.ts';

export const SETTINGS_LIST = join(ROOT, 'docs/settings.md');

/** Stand-ins for the operator's values: the list shows the variable name. */
const PLACEHOLDERS: Variables = Object.fromEntries(
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
\`docker-compose.yml\`, \`docker-compose.live.yml\` and \`docker-compose.rehearsal.yml\`. \`<NAME>\` is a value of the
operator's, see [going-live.md](going-live.md). Written by \`node scripts/settings-list.ts\`; a test holds it to the files.
`;

interface Environment {
  readonly name: string;
  readonly files: readonly string[];
  readonly variables: Variables;
}
interface Comparison {
  readonly left: Environment;
  readonly right: Environment;
}

/** Rows for the settings that differ. An empty value counts as unset. */
function rowsOf(service: string, { left, right }: Comparison): string[] {
  const settingsIn = ({ files, variables }: Environment): Record<string, string> =>
    environmentOf(files, service, variables);
  const [here, there] = [settingsIn(left), settingsIn(right)];
  return [...new Set([...Object.keys(here), ...Object.keys(there)])]
    .toSorted()
    .filter((name) => (here[name] || '') !== (there[name] || ''))
    .map((name) => `| \`${name}\` | ${cell(here[name])} | ${cell(there[name])} |`);
}

function tableOf(service: string, comparison: Comparison): string {
  const rows = rowsOf(service, comparison);
  if (rows.length === 0) return `${service}: nothing.`;
  const { left, right } = comparison;
  return [`${service}:`, '', `| variable | ${left.name} | ${right.name} |`, '|---|---|---|', ...rows].join(
    '\n',
  );
}

/** Renders the page from the compose files and the extra settings of an API process outside Docker. */
export async function settingsList(): Promise<string> {
  const [emulated = '', live = '', overlay = ''] = await Promise.all(
    ['docker-compose.yml', 'docker-compose.live.yml', 'docker-compose.rehearsal.yml'].map((file) =>
      readFile(join(ROOT, file), 'utf8'),
    ),
  );
  const sectionOf = (heading: string, comparison: Comparison) =>
    [`## ${heading}`, ...['api', 'web'].map((service) => tableOf(service, comparison))].join('\n\n');
  const added = addedInRehearsal.map(({ names, why }) => `- ${names.map(cell).join(', ')}: ${why}`);
  return `${[
    HEAD.trimEnd(),
    sectionOf('Rehearsed and live', {
      left: { name: 'rehearsed', files: [live, overlay], variables: PLACEHOLDERS },
      right: { name: 'live', files: [live], variables: PLACEHOLDERS },
    }),
    `Without Docker the API is a process of this machine. These are its own then:\n\n${added.join('\n')}`,
    sectionOf('Emulated and live', {
      left: { name: 'emulated', files: [emulated], variables: {} },
      right: { name: 'live', files: [live], variables: PLACEHOLDERS },
    }),
  ].join('\n\n')}\n`;
}

const cell = (value: string | undefined) => (value ? `\`${value}\`` : '');

/** `node scripts/settings-list.ts` rewrites the page. */
if (import.meta.main) await writeFile(SETTINGS_LIST, await settingsList());
