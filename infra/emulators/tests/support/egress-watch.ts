import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { rejectEgress } from './egress-hook.ts';
import { egressLog, watchedNodeOptions } from './egress-log.ts';

const log = egressLog(join(inject('egressFolder'), `${randomUUID()}.log`));

process.env.NODE_OPTIONS = watchedNodeOptions(log.file, process.env.NODE_OPTIONS);
rejectEgress(log.file);

afterAll(() => {
  expect(log.attempts(), 'connections to other machines').toEqual([]);
});
