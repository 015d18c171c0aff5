import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../tests/support/test-folder.ts';
import { Journal, readLines } from './journal.ts';
import { replaceFile } from './replace-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await testFolder();
  path = join(folder, 'state', 'journal.jsonl');
});

it('reads back rewritten and appended entries', () => {
  const journal = new Journal<readonly [string, number]>(path);
  expect([...journal.read()]).toEqual([]);
  journal.rewrite([['a', 1]]);
  journal.append(['b', 2]);
  expect([...new Journal(path).read()]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

describe('compaction', () => {
  const long = 'x'.repeat(1000);

  it('keeps the last values and what is appended meanwhile, in order', async () => {
    const journal = new Journal<readonly [string, string]>(path);
    const entities = new Map([['a', long]]);
    journal.rewrite(entities);
    for (let index = 0; index < 70_000; index += 1) journal.append(['a', long]);
    expect(journal.isBloated).toBe(true);
    for (let index = 0; index < 5000; index += 1) entities.set(`b${index}`, long);
    const compacting = journal.compact(entities);
    expect(journal.isBloated).toBe(false);
    journal.append(['c', 'late']);
    await compacting;
    journal.append(['d', 'later']);
    const kept = [...new Journal<readonly [string, string]>(path).read()].map(([id]) => id);
    expect(kept).toEqual([...entities.keys(), 'c', 'd']);
    expect(readdirSync(join(folder, 'state'))).toEqual(['journal.jsonl']);
  });

  it('is abandoned by a rewrite', async () => {
    const journal = new Journal<readonly [string, string]>(path);
    journal.rewrite([]);
    const compacting = journal.compact(
      Array.from({ length: 5000 }, (_, index) => [`${index}`, long] as const),
    );
    journal.rewrite([['after', 'reset']]);
    await compacting;
    expect([...journal.read()]).toEqual([['after', 'reset']]);
    expect(readdirSync(join(folder, 'state'))).toEqual(['journal.jsonl']);
  });
});

it('a kill in the middle of a compaction loses nothing, and the next rewrite removes what it left', () => {
  const program = `
    import { Journal } from ${JSON.stringify(import.meta.resolve('./journal.ts'))};
    const journal = new Journal(${JSON.stringify(path)});
    journal.rewrite([['a', 'first'], ['b', 'first']]);
    journal.append(['a', 'last']);
    const compacting = journal.compact((function* () {
      for (let index = 0; index < 5; index += 1) yield ['a', 'x'.repeat(4 * 1024 * 1024)];
      journal.append(['c', 'late']);
      process.kill(process.pid, 'SIGKILL');
    })());
    await compacting;`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect(signal).toBe('SIGKILL');
  expect(statSync(`${path}.compacted`).size).toBeGreaterThan(0);
  const journal = new Journal<readonly [string, string]>(path);
  const kept = [...journal.read()];
  expect(Object.fromEntries(kept)).toEqual({ a: 'last', b: 'first', c: 'late' });
  journal.rewrite(kept);
  expect(readdirSync(join(folder, 'state'))).toEqual(['journal.jsonl']);
});

it('skips a last line that a crash cut off', () => {
  const journal = new Journal<number>(path);
  journal.rewrite([1, 2]);
  appendFileSync(path, '{"cut":');
  expect([...journal.read()]).toEqual([1, 2]);
});

it('reports the number of a damaged line', () => {
  const journal = new Journal<number>(path);
  journal.rewrite([1]);
  appendFileSync(path, 'x\n3\n');
  expect(() => [...journal.read()]).toThrow(/journal\.jsonl, line 2, is damaged/);
});

it('reads a file larger than one chunk, and no lines of a missing file', () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `${index} ${'äöü€'.repeat(20)}`);
  const long = join(folder, 'long');
  writeFileSync(long, `${lines.join('\n')}\n{"cut":`);
  expect([...readLines(long)]).toEqual(lines);
  expect([...readLines(join(folder, 'none'))]).toEqual([]);
});

it('replaces a file without leaving a draft, readable only by its owner', async () => {
  await replaceFile(path, ['a', 'b']);
  writeFileSync(`${path}.next`, 'left by a crash', { mode: 0o644 });
  await replaceFile(path, ['c']);
  expect(readFileSync(path, 'utf8')).toBe('c');
  expect(readdirSync(join(folder, 'state'))).toEqual(['journal.jsonl']);
  new Journal(path).rewrite([1]);
  for (const each of [path, join(folder, 'state')]) expect(statSync(each).mode & 0o077, each).toBe(0);
});
