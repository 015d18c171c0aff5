/**
 * `npm run reconcile`: compares every stored plan with Stripe, repairs the differences and prints a report.
 * Settings come from the environment, or with `-- --live` from the live compose file.
 */
import { parseArgs } from 'node:util';
import { reconcileCommand } from '../api/src/reconciler/reconcile-command.ts';
import { liveEnvironment } from './live-environment.ts';

const { values } = parseArgs({
  options: { live: { type: 'boolean', default: false }, 'even-many': { type: 'boolean', default: false } },
});
try {
  const variables = values.live ? await liveEnvironment(process.env) : process.env;
  process.exitCode = await reconcileCommand(variables, { evenMany: values['even-many'] }, process);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
