import { ensureChromium } from './chromium.ts';
import { countsLine, runTests } from './test-run.ts';

/** Every example of `docs/emulators`. Ends with one line of counts, as the tests do. */
const counts = await runTests({ projects: ['quick-starts'], chromium: await ensureChromium() });
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
