// @module-tag docker
// @module-tag chromium
import { describe, expect, it } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { readApiLog } from '../../support/api-log.ts';
import { describeLiveWalk } from '../../support/browser/live-suite.ts';
import { startRehearsalStack } from './rehearsal-stack.ts';

const stack = suiteFixture(startRehearsalStack);

describeLiveWalk(() => stack);

describe('the stack of a rehearsal', () => {
  it('is ready according to the last command of docs/going-live.md and reaches only the stage', async () => {
    await stack.compose('exec', '-T', 'api', 'http-ok', '3000', '/api/health/ready');
    const lookup = "require('dns').lookup('example.com', (error) => process.exit(error ? 0 : 1))";
    await stack.compose('exec', '-T', 'api', 'node', '-e', lookup);
  });

  it('has a doctor that finds nothing but what it cannot see from there', async () => {
    const doctor = 'node bundle/doctor.mjs; test $? -eq 2';
    const found = await stack.compose('exec', '-T', 'api', 'sh', '-c', doctor);
    expect(found.trim().split('\n')).toEqual([
      expect.stringMatching(/^- PUBLIC_URL: could not be checked/),
      expect.stringMatching(/^- the webhook: could not be checked/),
      '0 to do, 2 not checked.',
    ]);
    const report = JSON.parse(await stack.compose('exec', '-T', 'api', 'node', 'bundle/reconcile.mjs'));
    expect(report).toMatchObject({ failures: 0 });
  });

  it('has an API that reports live mode and has logged no warnings', async () => {
    const id = await stack.compose('ps', '-q', 'api');
    const log = await docker(['logs', id.trim()]);
    expect(readApiLog(log)).toEqual({ isLive: true, warnings: [] });
  });
});
