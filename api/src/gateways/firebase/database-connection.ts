import type { Database } from 'firebase-admin/database';

/** The SDK abandons a connection attempt after 30 s. A shorter limit here could cut off every attempt. */
const ATTEMPT_MS = 35_000;
/** Pause between attempts after the server has dismissed this client. */
const DISMISSED_MS = 5000;
/** A database at its connection limit dismisses further clients, and the SDK then never reconnects. */
const DISMISSED = 'server_kill';

/** The SDK's private connection object. */
interface PersistentConnection {
  readonly interruptReasons_: Readonly<Record<string, boolean>>;
  resume(reason: string): void;
}

/**
 * Replaces a silently dead connection, which the SDK would only notice after minutes, and shortens the SDK's
 * pause between attempts, which grows to five minutes or, after a dismissal, never ends.
 */
export function watchConnection(database: Database) {
  let connected = false;
  let heardAt = 0;
  let attemptedAt = 0;
  database.ref('.info/connected').on('value', (snapshot) => {
    connected = snapshot.val() === true;
    attemptedAt = performance.now();
  });

  return {
    /** Records that the database responded, even with a rejection. */
    heard(): void {
      heardAt = performance.now();
    },
    /**
     * Reports that a call sent at `asked` timed out. If other calls were answered since, the database is slow
     * and the connection is intact.
     */
    unanswered(asked: number): void {
      const now = performance.now();
      const connection = connectionOf(database);
      const isDismissed = connection?.interruptReasons_[DISMISSED] === true;
      const dead = connected && heardAt < asked;
      const stuck = !connected && now - attemptedAt > (isDismissed ? DISMISSED_MS : ATTEMPT_MS);
      if (!dead && !stuck) return;
      attemptedAt = now;
      database.goOffline();
      connection?.resume(DISMISSED);
      database.goOnline();
    },
  };
}

function connectionOf(database: Database): PersistentConnection | null {
  const { _delegate } = database as unknown as {
    readonly _delegate: { readonly _repo: { readonly persistentConnection_: PersistentConnection | null } };
  };
  return _delegate._repo.persistentConnection_;
}
