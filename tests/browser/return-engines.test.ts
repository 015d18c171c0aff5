import { embeddedTarget } from '../support/embedded-target.ts';
import { describeReturnVisitsOfEngines } from './engine-return-suite.ts';

describeReturnVisitsOfEngines(embeddedTarget());
