import { ensurePagesBuilt } from './page-builds.ts';

const built = await ensurePagesBuilt();
console.log(built.length > 0 ? `Built ${built.join(' and ')}.` : 'Everything is built already.');
