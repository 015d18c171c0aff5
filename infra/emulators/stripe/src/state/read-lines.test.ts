import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

describe('readLines', () => {
  const directory = mkdtempSync(join(tmpdir(), 'read-lines-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('gives the complete lines of a file that is longer than what is read at once', () => {
    const path = join(directory, 'long');
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index} ${'äöü€'.repeat(20)}`);
    writeFileSync(path, `${lines.join('\n')}\n{"cut":`);
    expect([...readLines(path)]).toEqual(lines);
  });

  it('gives none for a file that is not there', () => {
    expect([...readLines(join(directory, 'none'))]).toEqual([]);
  });
});
