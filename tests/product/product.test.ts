import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../../infra/emulators/tests/support/needs.ts';
import { describeBrowserLoop, describePayments } from '../support/browser/loop-in-browser-suite.ts';
import { describeReturnVisits } from '../support/browser/return-suite.ts';
import { compose } from '../support/containers/compose.ts';
import {
  type ContainerStack,
  startContainerStack,
  withServicesStopped,
} from '../support/containers/container-stack.ts';
import { describeFrontDoor } from '../support/front-door/front-door-suite.ts';
import { describeLoop } from '../support/loop-suite.ts';
import { type RestartableStack, startRestartableStack } from '../support/restartable-stack.ts';
import { describeHardening } from './hardening-suite.ts';
import { describeIsolation } from './isolation-suite.ts';

// The product as it is shipped: the images behind Nginx. Without a Docker engine, tests the one process tree.
let containers: ContainerStack;
let stack: RestartableStack;
beforeAll(async () => {
  if (isMissing('docker')) stack = await startRestartableStack();
  else stack = containers = await startContainerStack();
});
afterAll(() => stack?.close());

describeLoop(() => stack);
describeBrowserLoop(() => stack);
describePayments(() => stack);
describeReturnVisits(() => stack);

describe('the containers', { tags: 'docker' }, () => {
  describeHardening(() => containers.project);
  describeIsolation(() => containers.project);
  describeFrontDoor(() => ({
    url: containers.url,
    withApiUnavailable: (during) => withServicesStopped(containers.project, ['api', 'api-standby'], during),
  }));

  it.each([
    ['api', '/api/nothing'],
    ['stripe', '/emulated/stripe/nothing'],
    ['scheduling', '/emulated/scheduling/nothing'],
    ['firebase', '/identitytoolkit.googleapis.com/nothing'],
    ['firebase', '/.lp'],
  ])('the request ID in the web log also appears in the log of %s for %s', async (service, path) => {
    const { headers } = await fetch(`${containers.url}${path}?auth=secret`);
    const id = headers.get('x-request-id');
    const readLines = async (name: string) => {
      const log = await compose(containers.project, 'logs', '--no-color', '--no-log-prefix', name);
      return log.split('\n').filter((line) => line.includes(`"${id}"`));
    };
    for (const name of ['web', service]) {
      await expect.poll(() => readLines(name), { timeout: 30_000 }).not.toEqual([]);
      for (const line of await readLines(name)) expect(line).not.toContain('secret');
    }
  });
});
