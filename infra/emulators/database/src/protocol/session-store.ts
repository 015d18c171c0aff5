import { randomBytes } from 'node:crypto';
import type { Namespace } from '../namespace/namespace.ts';
import { Session } from './session.ts';
import type { Transport } from './transport.ts';

/** The sessions that are open now. */
export class SessionStore {
  readonly #open = new Set<Session>();

  get size(): number {
    return this.#open.size;
  }

  open(namespace: Namespace, isPublic: boolean, transport: Transport): Session {
    const session = new Session(
      { id: randomBytes(16).toString('base64url'), namespace, isPublic },
      transport,
    );
    this.#open.add(session);
    return session;
  }

  end(session: Session): void {
    if (this.#open.delete(session)) session.end();
  }

  endAll(): void {
    for (const session of [...this.#open]) this.end(session);
  }
}
