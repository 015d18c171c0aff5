import type { Database } from 'firebase-admin/database';

/** The SDK gives up an attempt to connect after 30 s; what cuts it off earlier may cut off every one. */
const ATTEMPT_MS = 35_000;

/**
 * Replaces a connection that has died without a word, which the SDK would notice after minutes, and cuts short the
 * SDK's pause between attempts, which grows to five minutes.
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
      const dead = connected && heardAt < asked;
      const stuck = !connected && now - attemptedAt > ATTEMPT_MS;
      if (!dead && !stuck) return;
      attemptedAt = now;
      database.goOffline();
      database.goOnline();
    },
  };
}
