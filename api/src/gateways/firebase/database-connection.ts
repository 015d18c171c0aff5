import type { Database } from 'firebase-admin/database';

/** The SDK gives up an attempt to connect after 30 s; what cuts it off earlier may cut off every one. */
const ATTEMPT_MS = 35_000;
/** Between two attempts where the server has sent this client away. */
const DISMISSED_MS = 5000;
/** A database that has as many clients as its plan allows sends further ones away, and the SDK obeys for good. */
const DISMISSED = 'server_kill';

/** The part of the SDK that holds the connection, for which it has no public name. */
interface PersistentConnection {
  readonly interruptReasons_: Readonly<Record<string, boolean>>;
  resume(reason: string): void;
}

/**
 * Replaces a connection that has died without a word, which the SDK would notice after minutes, and cuts short the
 * SDK's pause between attempts, which grows to five minutes or, for one that was sent away, for ever.
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
    /** Something came back, if only a refusal. */
    heard(): void {
      heardAt = performance.now();
    },
    /** A call of the time `asked` got no answer. Where others did since, the database is slow and the connection whole. */
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
