import { randomUUID } from 'node:crypto';
import type { DatabaseEmulatorOptions } from '@outharbor/database-emulator';
import { type DatabaseEmulator, startDatabaseEmulator } from '@outharbor/database-emulator';
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from 'firebase/app';
import { connectDatabaseEmulator, type Database, getDatabase } from 'firebase/database';
import { DatabaseClient, type DatabaseClientOptions } from '../database-client.ts';

/** The claims of a mock token. */
export interface MockUser {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

// The SDK logs every denied listen and write. Tests expect them and check the errors themselves.
setLogLevel('silent');

/** An emulator with any number of unmodified SDK clients, which it closes with itself. */
export class DatabaseWorld {
  readonly emulator: DatabaseEmulator;
  readonly #apps: FirebaseApp[] = [];
  readonly #sockets: DatabaseClient[] = [];

  private constructor(emulator: DatabaseEmulator) {
    this.emulator = emulator;
  }

  static async start(options: DatabaseEmulatorOptions = {}): Promise<DatabaseWorld> {
    return new DatabaseWorld(await startDatabaseEmulator(options));
  }

  /** A client with its own connection. */
  client(user?: MockUser, namespace = 'demo'): Database {
    const app = initializeApp(
      { projectId: 'demo', databaseURL: `https://${namespace}.firebaseio.com` },
      randomUUID(),
    );
    this.#apps.push(app);
    const database = getDatabase(app);
    const options = user ? { mockUserToken: user } : {};
    connectDatabaseEmulator(database, this.emulator.host, this.emulator.port, options);
    return database;
  }

  /** A connection without the SDK. */
  async socket(options: DatabaseClientOptions = {}, namespace = 'demo'): Promise<DatabaseClient> {
    const socket = await DatabaseClient.connect(this.emulator.url, namespace, options);
    this.#sockets.push(socket);
    return socket;
  }

  /** A connection to which the rules apply only as to `authvar`, if at all. */
  async owner(authvar?: object): Promise<DatabaseClient> {
    const socket = await this.socket();
    await socket.request('gauth', { cred: 'owner', authvar });
    return socket;
  }

  /** Closes one client for good, as a crash of its process would. */
  async drop(database: Database): Promise<void> {
    await deleteApp(database.app);
    this.#apps.splice(this.#apps.indexOf(database.app), 1);
  }

  async close(): Promise<void> {
    await Promise.all(this.#apps.map((app) => deleteApp(app)));
    await Promise.all(this.#sockets.map((socket) => socket.close()));
    await this.emulator.close();
  }
}

export function freshPath(): string {
  return `t-${randomUUID()}`;
}

/** Everyone may read and write below any path, which has these indexes. */
export const indexedRules = (...indexOn: string[]) => ({
  rules: { '.read': true, '.write': true, $path: { '.indexOn': indexOn } },
});
