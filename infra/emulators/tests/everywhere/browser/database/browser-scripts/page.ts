/** The functions that tests call inside the page, on the published SDK. */
import { initializeApp } from 'firebase/app';
import {
  connectDatabaseEmulator,
  type Database,
  forceLongPolling,
  forceWebSockets,
  getDatabase,
  goOffline,
  onDisconnect,
  onValue,
  ref,
  runTransaction,
  set,
} from 'firebase/database';

let database: Database;
const heard: Record<string, unknown[]> = {};

const page = {
  heard,
  connect(host: string, port: number, transport: 'any' | 'polling' | 'sockets') {
    if (transport === 'polling') forceLongPolling();
    if (transport === 'sockets') forceWebSockets();
    database = getDatabase(initializeApp({ databaseURL: 'https://demo.firebaseio.com' }));
    connectDatabaseEmulator(database, host, port);
  },
  listen(path: string) {
    heard[path] = [];
    onValue(ref(database, path), (snapshot) => heard[path]?.push(snapshot.val()));
  },
  last: (path: string): string => JSON.stringify(heard[path]?.at(-1) ?? null),
  set: (path: string, value: unknown) => set(ref(database, path), value),
  count: async (path: string) => {
    const { snapshot } = await runTransaction(ref(database, path), (value) => (value ?? 0) + 1);
    return snapshot.val();
  },
  leave: (path: string, value: unknown) => onDisconnect(ref(database, path)).set(value),
  goOffline: () => goOffline(database),
};

export type Page = typeof page;
Object.assign(globalThis, { page });
