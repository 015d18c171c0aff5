import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { describeBrowserLoop, describePayments } from '../../support/browser/loop-in-browser-suite.ts';
import { describeReturnVisits } from '../../support/browser/return-suite.ts';
import { describeLoop } from '../../support/loop-suite.ts';
import { startRestartableStack } from '../../support/restartable-stack.ts';

// With a Docker engine, tests/product runs these in containers.
const stack = suiteFixture(startRestartableStack);

describeLoop(() => stack);
describeBrowserLoop(() => stack);
describePayments(() => stack);
describeReturnVisits(() => stack);
