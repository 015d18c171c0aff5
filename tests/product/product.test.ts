import { afterAll, beforeAll, describe } from 'vitest';
import { isMissing } from '../../infra/emulators/tests/support/needs.ts';
import { describeBrowserLoop, describePayments } from '../support/browser/loop-in-browser-suite.ts';
import { describeReturnVisits } from '../support/browser/return-suite.ts';
import { DEVICES } from '../support/browser/site-fixture.ts';
import { type ContainerStack, startContainerStack } from '../support/containers/container-stack.ts';
import { describeLoop } from '../support/loop-suite.ts';
import { type RestartableStack, startRestartableStack } from '../support/restartable-stack.ts';
import { describeConsole } from './console-suite.ts';
import { describeForgedTokens } from './forged-tokens-suite.ts';
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
// The profile of the return visits goes the same way on a desktop.
describeBrowserLoop(
  () => stack,
  DEVICES.filter(({ device }) => device === 'a phone'),
);
describePayments(() => stack);
describeReturnVisits(() => stack, { sameDay: true });

describe('the containers', { tags: 'docker' }, () => {
  describeHardening(() => containers.project);
  describeIsolation(() => containers.project);
  describeForgedTokens(() => containers);
  describeConsole(() => containers);
});
