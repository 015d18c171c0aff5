import { embeddedTarget } from '../support/embedded-target.ts';
import { describeReturnVisitsOfEngines } from './engine-return-suite.ts';
import { DAY } from './return-suite.ts';
import { PATHS } from './site-fixture.ts';

// product-in-browsers.test.ts covers immediate returns. Both front doors send the same headers.
describeReturnVisitsOfEngines(embeddedTarget(), { age: DAY, left: PATHS });
