import { embeddedTarget } from '../support/embedded-target.ts';
import { describeReturnVisitsOfEngines } from './engine-return-suite.ts';
import { DAY } from './return-suite.ts';
import { PATHS } from './site-fixture.ts';

// At once they come back to the containers: product-in-browsers.test.ts. Both doors send the same headers.
describeReturnVisitsOfEngines(embeddedTarget(), { age: DAY, left: PATHS });
