/** `npm run doctor`: checks the live settings and the accounts behind them, and prints what to do. Changes nothing. */
import { readFileSync } from 'node:fs';
import { ConfigError, loadConfig } from '../api/src/config/config.ts';
import { diagnose } from './doctor-checks.ts';
import { liveEnvironment, liveVariables } from './live-environment.ts';

async function findings(): Promise<readonly string[]> {
  const variables = await liveVariables(process.env);
  try {
    const config = loadConfig(await liveEnvironment(process.env), (path) => readFileSync(path, 'utf8'));
    return await diagnose({ config, webApiKey: variables.FIREBASE_API_KEY ?? '', fetch });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

try {
  const found = await findings();
  for (const finding of found) console.log(`- ${finding}`);
  console.log(found.length === 0 ? 'Nothing is wrong.' : `${found.length} to do.`);
  process.exitCode = found.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`npm run doctor: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
