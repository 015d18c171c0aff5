import { parseArgs } from 'node:util';
import { skippedGroups } from '../infra/emulators/tests/support/needs.ts';
import {
  buildStripeMock,
  hasStripeMock,
} from '../infra/emulators/tests/support/stripe/stripe-mock-binary.ts';
import { installChromium } from './chromium.ts';
import { collectFailures, staticChecks } from './static-checks.ts';
import { countsLine, runTests } from './test-run.ts';

/*
 * `npm test` runs the checks and every promise once. `npm run test:all` also runs the folders named
 * `everywhere`; with `--rest`, only these, but for the bare machine, which runs `npm test` itself. The last line has
 * the test counts.
 */
const EVERYWHERE = 'everywhere*';
const BARE_MACHINE = 'everywhere-bare-machine';
const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, rest: { type: 'boolean', default: false } },
});

async function main(): Promise<boolean> {
  const checks = values.rest ? [] : await staticChecks();
  const failedChecks = await collectFailures(checks);
  await installChromium();
  if (!hasStripeMock()) await buildStripeMock();

  const tests = values.rest
    ? [EVERYWHERE, `!${BARE_MACHINE}`]
    : ['!cluster', ...(values.all ? [] : [`!${EVERYWHERE}`])];
  const counts = await runTests(tests);
  for (const line of skippedGroups(counts.lacking)) console.log(line);
  for (const name of failedChecks) console.log(`Failed: ${name}`);
  // In CI, what is needed is there, so a skipped test is a mistake.
  const forbidden = process.env.CI === 'true' ? counts.skipped : 0;
  if (forbidden > 0) console.log('Tests were skipped, which CI=true forbids.');
  const passed = counts.passed + checks.length - failedChecks.length;
  const failed = counts.failed + failedChecks.length + forbidden;
  console.log(countsLine({ passed, failed, skipped: counts.skipped - forbidden }));
  return failed === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`npm test: ${error instanceof Error ? error.message : String(error)}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
