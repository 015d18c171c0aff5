import { countsLine, runTests } from './test-run.ts';

/** Runs the Python, Go and Java Admin SDKs against the emulators. The last line has the test counts. */
const counts = await runTests({ projects: ['clients'] });
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
