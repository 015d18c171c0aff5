import type { Config } from '@outharbor/api/config/config';

/** The API's settings for the emulators of a test. */
export const emulatedFirebase = (databaseUrl: string, identityKeysUrl: string): Config['firebase'] => ({
  projectId: 'demo',
  databaseUrl: `${databaseUrl}?ns=demo`,
  identityKeysUrl,
  credentials: 'none',
  databaseTimeoutMs: 60_000,
  identityTimeoutMs: 60_000,
});
