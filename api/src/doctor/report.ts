import { readFileSync } from 'node:fs';
import { ConfigError, loadConfig } from '../config/config.ts';
import type { EnvironmentVariables } from '../config/read-environment.ts';
import { diagnose } from './diagnose.ts';

/** Prints what is wrong with a live deployment and resolves with the exit code. */
export async function reportFindings(
  variables: EnvironmentVariables,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const found = await findings(variables);
  const summary = found.length === 0 ? 'Nothing is wrong.' : `${found.length} to do.`;
  output.write(`${[...found.map((finding) => `- ${finding}`), summary].join('\n')}\n`);
  return found.length === 0 ? 0 : 1;
}

async function findings(variables: EnvironmentVariables): Promise<readonly string[]> {
  try {
    const config = loadConfig(variables, (path) => readFileSync(path, 'utf8'));
    return await diagnose({ config, fetch });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
