import { ensureChromium } from './chromium.ts';
import { countsLine, runTests } from './test-run.ts';

/** Runs every example in `infra/emulators/docs`. The last line has the test counts. */
const counts = await runTests({ projects: ['quick-starts'], chromium: await ensureChromium() });
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
