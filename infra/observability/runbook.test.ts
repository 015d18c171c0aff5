import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Environment } from '@outharbor/api/config/environment';
import { OPERATOR_TASKS } from '@outharbor/api/metrics/metrics';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../../tests/support/observability/expressions.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(ROOT + file, 'utf8');
const runbook = read('docs/runbook.md');

/** The distinct first groups of all matches, sorted. */
const all = (text: string, pattern: RegExp) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))].toSorted();

const api = globSync('api/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n');

it('the runbook covers exactly the defined alerts', () => {
  expect(all(runbook, /^\| `(\w+)` \|/gm)).toEqual(rules.map(({ alert }) => alert).toSorted());
});

it('the runbook covers exactly the log lines with an alert field', () => {
  const others = all(api, /\balert(?: =|:)\s*'(\w+)'/g);
  expect(others.length).toBeGreaterThan(2);
  expect(all(runbook, /`alert: (\w+)`/g)).toEqual([...new Set([...OPERATOR_TASKS, ...others])].toSorted());
});

it('the runbook mentions only existing commands and settings', () => {
  const verbs = all(runbook, /`npm run ([\w:]+)/g);
  expect(verbs).not.toEqual([]);
  expect(Object.keys(JSON.parse(read('package.json')).scripts)).toEqual(expect.arrayContaining(verbs));
  const settings = all(runbook, /\b([A-Z]+(?:_[A-Z]+)+)\b/g);
  expect(settings).not.toEqual([]);
  expect(Object.keys(Environment.properties)).toEqual(expect.arrayContaining(settings));
});

it("the runbook uses the live stack's services and secrets", () => {
  const commands = Array.from(runbook.matchAll(/`docker compose -f (\S+) (.*?)`/g));
  expect(commands.length).toBeGreaterThan(2);
  for (const [, file = '', words = ''] of commands) {
    const { services } = parse(read(file), { merge: true }) as { readonly services: object };
    expect(Object.keys(services)).toEqual(expect.arrayContaining([words.match(/\bapi\b/)?.[0]]));
  }
  const secrets = all(runbook, /`secrets\/(\w+)`/g);
  const { secrets: known } = parse(read('docker-compose.live.yml'), { merge: true }) as { secrets: object };
  expect(secrets).toEqual(Object.keys(known).toSorted());
});

it('the runbook mentions the Stripe metadata that the API reads', () => {
  for (const mark of ['duplicate_of', 'duplicate_refunded']) {
    expect(runbook).toContain(`\`${mark}\``);
    expect(api).toContain(`metadata.${mark}`);
  }
});
