/** `npm run doctor`: checks the live settings and the accounts behind them, and prints what to do. Changes nothing. */
import { reportFindings } from '../api/src/doctor/report.ts';
import { liveEnvironment } from './live-environment.ts';

try {
  process.exitCode = await reportFindings(await liveEnvironment(process.env), process.stdout);
} catch (error) {
  console.error(`npm run doctor: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
