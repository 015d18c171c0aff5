import { ensureChromium } from './chromium.ts';
import { dockerAnswers } from './docker-engine.ts';
import { failuresOf, staticChecks } from './static-checks.ts';
import { countsLine, countTests, runTests } from './test-run.ts';

/** Runs all checks and tests, cheapest first. The last line has the test counts. */
async function main(): Promise<boolean> {
  const checks = await staticChecks();
  const failedChecks = await failuresOf(checks);
  const chromium = await ensureChromium();

  const docker = await dockerAnswers();
  const maySkip = process.env.CI !== 'true';
  const withoutDocker = !docker && maySkip;
  const skippedForDocker = withoutDocker ? await countTests('containers*') : 0;
  if (withoutDocker) console.log('No Docker engine is running: skipping the container tests.');
  // Not run here: these download SDKs for other languages, which takes minutes. `.ci/run` runs them.
  const projects = ['!quick-starts', '!clients', ...(withoutDocker ? ['!containers*'] : [])];
  const counts = await runTests({ projects, chromium });

  const passed = counts.passed + checks.length - failedChecks.length;
  const skipped = counts.skipped + skippedForDocker;
  const failed = counts.failed + failedChecks.length;
  const forbidden = !maySkip && skipped > 0;
  if (forbidden) console.log('Tests were skipped, which CI=true forbids.');
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
