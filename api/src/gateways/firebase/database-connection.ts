import type { Database } from 'firebase-admin/database';
import { isAppError } from '../../errors/app-error.ts';
import type { CallDependency } from '../dependency.ts';

/** The SDK abandons an attempt after 30 s; a shorter limit could cut off every attempt. */
const ATTEMPT_MS = 35_000;
const DISMISSED_MS = 5000;
/** A database at its connection limit dismisses further clients, and the SDK then never reconnects. */
const DISMISSED = 'server_kill';

interface PersistentConnection {
  readonly interruptReasons_: Readonly<Record<string, boolean>>;
  resume(reason: string): void;
}

/**
 * Renews the connection when a call fails on it: the SDK notices a dead connection only after minutes, and
 * then pauses for up to five minutes, or for ever once dismissed.
 */
export function keepConnected(database: Database, call: CallDependency): CallDependency {
  let connected = false;
  let heardAt = 0;
  let attemptedAt = 0;
  database.ref('.info/connected').on('value', (snapshot) => {
    connected = snapshot.val() === true;
    attemptedAt = performance.now();
  });

  const renewIfBroken = (asked: number) => {
    const now = performance.now();
    const connection = findConnection(database);
    const isDismissed = connection?.interruptReasons_[DISMISSED] === true;
    // If other calls were answered since, the database is slow and the connection is intact.
    const dead = connected && heardAt < asked;
    const stuck = !connected && now - attemptedAt > (isDismissed ? DISMISSED_MS : ATTEMPT_MS);
    if (!dead && !stuck) return;
    attemptedAt = now;
    database.goOffline();
    connection?.resume(DISMISSED);
    database.goOnline();
  };

  return async (operation, work) => {
    let asked: number | undefined;
    try {
      return await call(operation, () => {
        asked = performance.now();
        // Even a rejection is an answer.
        return work().finally(() => {
          heardAt = performance.now();
        });
      });
    } catch (error) {
      if (asked !== undefined && isAppError(error, 'dependency_unavailable')) renewIfBroken(asked);
      throw error;
    }
  };
}

/**
 * Private, because nothing public ends an interruption by the server: `goOnline` ends only that of `goOffline`
 * (@firebase/database: `repoResume`, `server_kill`), and a database can only be deleted with the whole app.
 */
function findConnection(database: Database): PersistentConnection | null {
  const { _delegate } = database as unknown as {
    readonly _delegate: { readonly _repo: { readonly persistentConnection_: PersistentConnection | null } };
  };
  return _delegate._repo.persistentConnection_;
}
