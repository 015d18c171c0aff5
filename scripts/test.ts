import { ensureChromium } from './chromium.ts';
import { dockerAnswers } from './docker-engine.ts';
import { failuresOf, staticChecks } from './static-checks.ts';
import { countsLine, countTests, runTests } from './test-run.ts';

/** Everything, in the order in which a failure is cheapest to know. Ends with one line of counts. */
async function main(): Promise<boolean> {
  const checks = await staticChecks();
  const failedChecks = await failuresOf(checks);
  const chromium = await ensureChromium();

  const docker = await dockerAnswers();
  const maySkip = process.env.CI !== 'true';
  const withoutDocker = !docker && maySkip;
  const skippedForDocker = withoutDocker ? await countTests('containers*') : 0;
  if (withoutDocker) console.log('No Docker engine answers: the tests of the containers are skipped.');
  // These first fetch SDKs for other languages, which takes minutes: `npm run quick-starts` and `npm run clients` run them, and `.ci/run` does after this.
  const projects = ['!quick-starts', '!clients', ...(withoutDocker ? ['!containers*'] : [])];
  const counts = await runTests({ projects, chromium });

  const passed = counts.passed + checks.length - failedChecks.length;
  const skipped = counts.skipped + skippedForDocker;
  const failed = counts.failed + failedChecks.length;
  const forbidden = !maySkip && skipped > 0;
  if (forbidden) console.log('With CI=true nothing may be skipped.');
  console.log(countsLine({ passed, failed, skipped }));
  return failed === 0 && !forbidden;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`npm test: ${error instanceof Error ? error.message : String(error)}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
