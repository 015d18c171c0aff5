import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { type FirebaseApp, getApps, initializeApp } from 'firebase/app';

/** The one Firebase app of the page. */
export function firebaseApp(config: RuntimeConfig): FirebaseApp {
  const [existing] = getApps();
  if (existing) return existing;
  const { apiKey, projectId, authDomain } = config.firebase;
  return initializeApp({ apiKey, projectId, authDomain, databaseURL: databaseAddress(config, location) });
}

/** An emulated database is reached over a socket on the page's own origin, so that no long polling is tried. */
function databaseAddress(
  { firebase }: Pick<RuntimeConfig, 'firebase'>,
  { protocol, host }: { protocol: string; host: string },
): string {
  if (firebase.databaseUrl) return firebase.databaseUrl;
  const scheme = protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${host}?ns=${firebase.databaseNamespace}`;
}
