import { countsLine, runTests } from './test-run.ts';

/** The admin SDKs of Python, Go and Java against the emulators. Ends with one line of counts, as the tests do. */
const counts = await runTests({ projects: ['clients'] });
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
