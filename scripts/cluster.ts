import { countsLine, runTests } from './test-run.ts';

/** Tests the manifests on the cluster of the current context. The last line has the test counts. */
const counts = await runTests(['cluster']);
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
