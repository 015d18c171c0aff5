import { randomBytes } from 'node:crypto';
import type { Namespace } from '../namespace/namespace.ts';
import type { TokenRules } from '../tokens/token-authority.ts';
import { performAction } from './actions.ts';
import { Session } from './session.ts';
import type { Transport } from './transport.ts';

export interface NewSession {
  readonly namespace: Namespace;
  readonly isPublic: boolean;
  /** The session that the client had before, which it may have lost without the server noticing. */
  readonly replaces: string | null;
}

/** The sessions that are open now. */
export class SessionStore {
  readonly #open = new Map<string, Session>();
  readonly #tokenRules: TokenRules;

  constructor(tokenRules: TokenRules) {
    this.#tokenRules = tokenRules;
  }

  get size(): number {
    return this.#open.size;
  }

  open({ namespace, isPublic, replaces }: NewSession, transport: Transport): Session {
    const lost = this.#open.get(replaces ?? '');
    if (lost?.namespace === namespace) this.#replace(lost);
    const session = new Session(
      {
        id: randomBytes(16).toString('base64url'),
        namespace,
        isPublic,
        perform: performAction,
        tokenRules: this.#tokenRules,
      },
      transport,
    );
    this.#open.set(session.id, session);
    return session;
  }

  end(session: Session): void {
    if (this.#open.delete(session.id)) session.end();
  }

  endAll(): void {
    for (const session of [...this.#open.values()]) this.end(session);
  }

  #replace(session: Session): void {
    this.end(session);
    session.closeTransport('the client has connected again');
  }
}
