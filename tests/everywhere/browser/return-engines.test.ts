import { describeReturnVisitsOfEngines } from '../../support/browser/engine-return-suite.ts';
import { DAY } from '../../support/browser/return-suite.ts';
import { PATHS } from '../../support/browser/site-fixture.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';

// containers-in-browsers/return-engines.test.ts covers immediate returns. Both front doors send the same headers.
describeReturnVisitsOfEngines(embeddedTarget(), { age: DAY, left: PATHS });
