// @module-tag docker
import { SITE_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll } from 'vitest';
import { describeReturnVisitsOfEngines } from '../../support/browser/engine-return-suite.ts';
import { type ContainerStack, startContainerStack } from '../../support/containers/container-stack.ts';

let stack: ContainerStack;
beforeAll(async () => {
  stack = await startContainerStack();
});
afterAll(() => stack?.close());

// Pages in the back/forward cache send no requests, so one per layout suffices.
const LEFT = [SITE_PATHS.home, SITE_PATHS.pricing, SITE_PATHS.login];
describeReturnVisitsOfEngines(() => stack, { age: 0, left: LEFT });
