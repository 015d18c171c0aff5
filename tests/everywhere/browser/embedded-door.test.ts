import { afterAll, beforeAll } from 'vitest';
import { describeBrowserLoop, describePayments } from '../../support/browser/loop-in-browser-suite.ts';
import { describeReturnVisits } from '../../support/browser/return-suite.ts';
import { describeLoop } from '../../support/loop-suite.ts';
import { type RestartableStack, startRestartableStack } from '../../support/restartable-stack.ts';

// With a Docker engine, tests/product runs these in containers.
let stack: RestartableStack;
beforeAll(async () => {
  stack = await startRestartableStack();
});
afterAll(() => stack?.close());

describeLoop(() => stack);
describeBrowserLoop(() => stack);
describePayments(() => stack);
describeReturnVisits(() => stack);
