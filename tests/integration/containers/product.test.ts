import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFrontDoor } from '../../front-door/front-door-suite.ts';
import { compose } from '../../support/containers/compose.ts';
import {
  type ContainerStack,
  startContainerStack,
  withServiceStopped,
} from '../../support/containers/container-stack.ts';
import { describeLoop } from '../../support/loop-suite.ts';
import { describeFaults } from './faults-suite.ts';
import { describeHardening } from './hardening-suite.ts';
import { describeIsolation } from './isolation-suite.ts';
import { describeObservability } from './observability-suite.ts';

let stack: ContainerStack;
beforeAll(async () => {
  stack = await startContainerStack();
});
afterAll(() => stack?.close());

describeHardening(() => stack.project);
describeIsolation(() => stack.project);
describeLoop(() => stack);
describeFrontDoor(() => ({
  url: stack.url,
  withApiUnavailable: (during) => withServiceStopped(stack.project, 'api', during),
}));

it.each([
  ['api', '/api/nothing'],
  ['stripe', '/emulated/stripe/nothing'],
  ['scheduling', '/emulated/scheduling/nothing'],
  ['firebase', '/identitytoolkit.googleapis.com/nothing'],
  ['firebase', '/.lp'],
])('the request ID in the web log also appears in the log of %s for %s', async (service, path) => {
  const { headers } = await fetch(`${stack.url}${path}?auth=secret`);
  const id = headers.get('x-request-id');
  const linesOf = async (name: string) => {
    const log = await compose(stack.project, 'logs', '--no-color', '--no-log-prefix', name);
    return log.split('\n').filter((line) => line.includes(`"${id}"`));
  };
  for (const name of ['web', service]) {
    await expect.poll(() => linesOf(name), { timeout: 30_000 }).not.toEqual([]);
    for (const line of await linesOf(name)) expect(line).not.toContain('secret');
  }
});

describeObservability(() => stack.project);
describeFaults(() => stack);
