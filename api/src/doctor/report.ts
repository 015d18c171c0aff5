import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config/config.ts';
import type { EnvironmentVariables } from '../config/read-environment.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';

/**
 * Prints what is wrong with a live deployment, with `--json` for programs. Resolves with the exit code: 1 if something
 * is to do, otherwise 2 if something could not be checked, otherwise 0.
 */
export async function reportFindings(
  variables: EnvironmentVariables,
  output: Pick<NodeJS.WritableStream, 'write'>,
  args = process.argv.slice(2),
): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const diagnosis = await examine(variables);
  output.write(values.json ? `${JSON.stringify(diagnosis)}\n` : asText(diagnosis));
  if (diagnosis.todo.length > 0) return 1;
  return diagnosis.unchecked.length > 0 ? 2 : 0;
}

function asText({ todo, unchecked }: Diagnosis): string {
  const summary =
    unchecked.length > 0
      ? `${todo.length} to do, ${unchecked.length} not checked.`
      : todo.length > 0
        ? `${todo.length} to do.`
        : 'Nothing is wrong.';
  return `${[...[...todo, ...unchecked].map((line) => `- ${line}`), summary].join('\n')}\n`;
}

async function examine(variables: EnvironmentVariables): Promise<Diagnosis> {
  try {
    const config = loadConfig(variables, (path) => readFileSync(path, 'utf8'));
    return await diagnose({ config, fetch });
  } catch (error) {
    if (error instanceof ConfigError) return { todo: [...error.faults], unchecked: [] };
    throw error;
  }
}
