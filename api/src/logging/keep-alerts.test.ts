import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildLogger } from './build-logger.ts';
import { keepAlerts } from './keep-alerts.ts';

const SECONDS_OF_A_DAY = 86_400;

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'alerts.jsonl');
}

it('finds the alert of yesterday after a day of one request a second and a release', () => {
  const file = newFile();
  let printed = 0;
  const write = (line: string) => {
    printed += line.length;
  };
  const startProcess = () => buildLogger({ level: 'info' }, keepAlerts({ write }, file));
  const former = startProcess();
  former.error({ alert: 'refund_failed', uid: 'ada' }, 'a refund failed');
  const released = startProcess();
  for (let second = 0; second < SECONDS_OF_A_DAY; second += 1) {
    released.info({ path: 'x'.repeat(300), agent: '"alert":"refund_failed"' }, 'request completed');
  }
  expect(printed).toBeGreaterThan(SECONDS_OF_A_DAY * 300);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ alert: 'refund_failed', uid: 'ada' }),
  ]);
});

it('keeps at most about 10 MB, the newest lines among them', () => {
  const file = newFile();
  const logger = buildLogger({ level: 'info' }, keepAlerts({ write: () => undefined }, file));
  const text = 'x'.repeat(100_000);
  for (let number = 0; number < 170; number += 1) logger.error({ alert: 'refund_failed', number, text }, 'x');
  expect(statSync(`${file}.1`).size + statSync(file).size).toBeLessThan(11_000_000);
  expect(readFileSync(file, 'utf8')).toContain('"number":169');
});

it('does not start with a file that cannot be written', () => {
  const file = join(newFile(), 'in-a-file');
  expect(() => keepAlerts({ write: () => undefined }, file)).toThrow('ENO');
});
