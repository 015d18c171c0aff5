import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { refuseEgress } from './egress-hook.ts';
import { egressLog, watchedNodeOptions } from './egress-log.ts';

const log = egressLog(join(mkdtempSync(join(tmpdir(), 'egress-')), 'attempts.log'));

process.env.NODE_OPTIONS = watchedNodeOptions(log.file, process.env.NODE_OPTIONS);
refuseEgress(log.file);

afterAll(() => {
  expect(log.attempts(), 'connections to other machines').toEqual([]);
});
