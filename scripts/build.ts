import { ensureProductBuilt } from './builds.ts';

const built = await ensureProductBuilt();
console.log(built.length > 0 ? `Built ${built.join(' and ')}.` : 'Everything is up to date.');
