import { embeddedTarget } from '../support/embedded-target.ts';
import { describeLoop } from '../support/loop-suite.ts';

describeLoop(embeddedTarget());
