// @module-tag docker
import { SITE_PATHS } from '@outharbor/contract/paths';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { describeReturnVisitsOfEngines } from '../../support/browser/engine-return-suite.ts';
import { startContainerStack } from '../../support/containers/container-stack.ts';

const stack = suiteFixture(startContainerStack);

// Pages in the back/forward cache send no requests, so one per layout suffices.
const LEFT = [SITE_PATHS.home, SITE_PATHS.pricing, SITE_PATHS.login];
describeReturnVisitsOfEngines(() => stack, { age: 0, left: LEFT });
