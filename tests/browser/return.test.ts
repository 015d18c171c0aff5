import { describeReturnVisits } from '../support/browser/return-suite.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

describeReturnVisits(embeddedTarget());
