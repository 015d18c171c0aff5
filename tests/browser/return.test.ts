import { embeddedTarget } from '../support/embedded-target.ts';
import { describeReturnVisits } from './return-suite.ts';

describeReturnVisits(embeddedTarget());
