import type { Emulators } from '@outharbor/emulators';
import { ClientProgram } from './client-program.ts';
import type { Language } from './languages.ts';

const PROJECT = 'demo-project';

/** A program whose SDK is told of the emulators by the environment, as `docs/emulators/sdks.md` says. */
export function startTold(language: Language, { identity, database }: Emulators): Promise<ClientProgram> {
  return ClientProgram.start(language, {
    GOOGLE_CLOUD_PROJECT: PROJECT,
    ...(identity && { FIREBASE_AUTH_EMULATOR_HOST: identity.authority }),
    ...(database && { FIREBASE_DATABASE_EMULATOR_HOST: `localhost:${database.port}` }),
  });
}

/** Where the database of these programs is over REST. */
export function databaseUrl({ database }: Emulators, path: string): string {
  return `${database?.url}/${path}.json?ns=${PROJECT}-default-rtdb`;
}
