import { SITE_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll } from 'vitest';
import { DESKTOP } from '../../../infra/emulators/tests/support/browser.ts';
import { describeReturnVisitsOfEngines } from '../../support/browser/engine-return-suite.ts';
import { describeBrowserLoop } from '../../support/browser/loop-in-browser-suite.ts';
import { describeReturnVisits } from '../../support/browser/return-suite.ts';
import { type ContainerStack, startContainerStack } from '../../support/containers/container-stack.ts';

let stack: ContainerStack;
beforeAll(async () => {
  stack = await startContainerStack();
});
afterAll(() => stack?.close());

// Behaviour on a phone, after a declined card or a day later does not depend on containers: loop.test.ts
// and return.test.ts cover it, and two-doors.test.ts compares Nginx with the embedded front door.
describeBrowserLoop(() => stack, [{ device: 'a desktop', viewport: DESKTOP }]);
describeReturnVisits(() => stack, { pagesOnly: true });
// Pages in the back/forward cache send no requests, so one per layout suffices.
const LEFT = [SITE_PATHS.home, SITE_PATHS.pricing, SITE_PATHS.login];
describeReturnVisitsOfEngines(() => stack, { age: 0, left: LEFT });
