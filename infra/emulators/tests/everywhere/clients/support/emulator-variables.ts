import type { Emulators, EmulatorsConfig } from '@outharbor/emulators';
import { sdkLines } from '../../../../all/src/command/sdk-lines.ts';
import { ClientProgram } from './client-program.ts';
import type { Language } from './languages.ts';

const PROJECT = 'demo-project';

/** Starts a program with the SDK variables that the emulators command prints for its language. */
export function startClient(
  language: Language,
  emulators: Emulators,
  config: EmulatorsConfig = {},
): Promise<ClientProgram> {
  const printed = sdkLines(emulators, config)
    .split('\n')
    .filter((line) => line.trim().toLowerCase().startsWith(`${language} `));
  const variables = printed.map((line) => /([A-Z_]+)=([^\s,]+)/.exec(line)?.slice(1, 3) ?? []);
  return ClientProgram.start(language, { GOOGLE_CLOUD_PROJECT: PROJECT, ...Object.fromEntries(variables) });
}

/** The REST URL of a path in the programs' database. */
export function databaseUrl({ database }: Emulators, path: string): string {
  return `${database?.url}/${path}.json?ns=${PROJECT}-default-rtdb`;
}
