import { afterAll, beforeAll } from 'vitest';
import { describeBrowserLoop } from '../../browser/loop-suite.ts';
import { describeFrontDoor } from '../../front-door/front-door-suite.ts';
import { describeLoop } from '../../support/loop-suite.ts';
import { type ContainerStack, startContainerStack, withServiceStopped } from './container-stack.ts';
import { describeHardening } from './hardening-suite.ts';
import { describeIsolation } from './isolation-suite.ts';

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
  withApiAway: (during) => withServiceStopped(stack.project, 'api', during),
}));
describeBrowserLoop(() => stack);
