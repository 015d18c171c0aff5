/* Loaded on demand only. */
import { type Database, getDatabase, goOnline } from 'firebase/database';
import { firebaseApp } from './firebase-app.ts';
import { loadRuntimeConfig } from './runtime-config.ts';

export { get, onValue, ref, set, update } from 'firebase/database';

export async function firebaseDatabase(): Promise<Database> {
  return getDatabase(firebaseApp(await loadRuntimeConfig()));
}

/** Connects ahead of the first read or write. */
export async function connectDatabase(): Promise<void> {
  goOnline(await firebaseDatabase());
}
