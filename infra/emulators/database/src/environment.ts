import type { DatabaseEmulatorOptions } from './options.ts';

/** Reads the settings of the command line form; throws with the name of the variable that is wrong. */
export function optionsFromEnvironment(
  environment: NodeJS.ProcessEnv,
  readText: (path: string) => string,
): DatabaseEmulatorOptions {
  const { HOST, RULES_FILE } = environment;
  return {
    port: portOf(environment, 'PORT', 9000),
    ...(HOST && { host: HOST }),
    ...(RULES_FILE && { rules: readText(RULES_FILE) }),
  };
}

function portOf(environment: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = environment[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`${name} is not a port: ${text}`);
  return port;
}
