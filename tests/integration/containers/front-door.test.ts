import { afterAll, beforeAll } from 'vitest';
import { describeFrontDoor } from '../../front-door/front-door-suite.ts';
import { describeLoop } from '../../support/loop-suite.ts';
import { type ContainerStack, startContainerStack, withServiceStopped } from './container-stack.ts';

let stack: ContainerStack;
beforeAll(async () => {
  stack = await startContainerStack();
});
afterAll(() => stack?.close());

describeLoop(() => stack);

describeFrontDoor(() => ({
  url: stack.url,
  withApiAway: (during) => withServiceStopped(stack.project, 'api', during),
}));
