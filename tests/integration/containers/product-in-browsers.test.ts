import { SITE_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll } from 'vitest';
import { describeReturnVisitsOfEngines } from '../../browser/engine-return-suite.ts';
import { describeBrowserLoop } from '../../browser/loop-suite.ts';
import { describeReturnVisits } from '../../browser/return-suite.ts';
import { DESKTOP } from '../../support/browser.ts';
import { type ContainerStack, startContainerStack } from './container-stack.ts';

let stack: ContainerStack;
beforeAll(async () => {
  stack = await startContainerStack();
});
afterAll(() => stack?.close());

// What differs on a phone, after a declined card or a day later differs in every form of the stack: loop.test.ts and
// return.test.ts beside the suites show it, and two-doors.test.ts that Nginx says the same of every file and address.
describeBrowserLoop(() => stack, [{ device: 'a desktop', viewport: DESKTOP }]);
describeReturnVisits(() => stack, { pagesOnly: true });
// A page that the browser has kept asks for nothing: one of each shell shows it here, all of them at the embedded door.
const LEFT = [SITE_PATHS.home, SITE_PATHS.pricing, SITE_PATHS.login];
describeReturnVisitsOfEngines(() => stack, { age: 0, left: LEFT });
