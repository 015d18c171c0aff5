import { collectFailures, staticChecks } from './static-checks.ts';
import { succeeds } from './step.ts';

const unitTests = { name: 'unit tests', run: () => succeeds('vitest', ['run', '--project', 'unit']) };
const failed = [...(await collectFailures(await staticChecks())), ...(await collectFailures([unitTests]))];
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
