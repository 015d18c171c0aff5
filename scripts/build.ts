import { ensureSiteBuilt } from './site-build.ts';

console.log(`The site is ${await ensureSiteBuilt()}: web/dist`);
