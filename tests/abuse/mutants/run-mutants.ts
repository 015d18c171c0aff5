// Applies one mutant after another and runs the test that has to detect it:
// `node tests/abuse/mutants/run-mutants.ts [row …]`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MUTANTS, type Mutant } from './mutants.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RANDOM = { file: 'tests/abuse/random-schedules.test.ts', test: '' };

function passes({ file, test }: NonNullable<Mutant['foundBy']>): boolean {
  const named = test === '' ? [] : ['-t', test];
  const { status, stdout } = spawnSync('npx', ['vitest', 'run', file, ...named], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ABUSE_SCHEDULES: '400', ABUSE_SEED: '1', ABUSE_SHRINKS: '0' },
  });
  // A test file that did not run, or a source that does not compile, must not count as a detection.
  if (!/Tests .*\d+ (?:failed|passed)/.test(stdout)) throw new Error(`${file} ran no test:\n${stdout}`);
  return status === 0;
}

function isFound({ file, from, to, foundBy = RANDOM }: Mutant): boolean {
  const path = `${ROOT}/${file}`;
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    return !passes(foundBy);
  } finally {
    writeFileSync(path, source);
  }
}

const rows = process.argv.slice(2).map(Number);
const chosen = MUTANTS.filter(({ row }) => rows.length === 0 || rows.includes(row));
// Schedules that fail without a mutant would seem to detect every one.
if (chosen.some(({ foundBy }) => foundBy === undefined) && !passes(RANDOM)) {
  throw new Error('the random schedules fail without a mutant; fix them first');
}
let survivors = 0;
for (const mutant of chosen) {
  const found = isFound(mutant);
  if (!found) survivors += 1;
  const by =
    mutant.foundBy === undefined ? 'random schedules' : `${mutant.foundBy.file} ${mutant.foundBy.test}`;
  process.stdout.write(`${mutant.row}\t${mutant.fault}\t${found ? 'found by' : 'SURVIVES'} ${by}\n`);
}
process.exitCode = survivors > 0 ? 1 : 0;
