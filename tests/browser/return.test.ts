import { embeddedTarget } from '../support/embedded-target.ts';
import { describeReturnVisitsOfEngines } from './engine-return-suite.ts';
import { describeReturnVisits } from './return-suite.ts';

const target = embeddedTarget();

describeReturnVisits(target);
describeReturnVisitsOfEngines(target);
