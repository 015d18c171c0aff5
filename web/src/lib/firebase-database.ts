/* Loaded only on demand. */
import { type Database, getDatabase } from 'firebase/database';
import { firebaseApp } from './firebase-app.ts';
import { loadRuntimeConfig } from './runtime-config.ts';

export { get, onValue, ref, set, update } from 'firebase/database';

export async function firebaseDatabase(): Promise<Database> {
  return getDatabase(firebaseApp(await loadRuntimeConfig()));
}
