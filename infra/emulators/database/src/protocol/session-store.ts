import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isPublicTraffic, type PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { Namespace } from '../namespace/namespace.ts';
import { findTokenRules, type TokenRules } from '../tokens/token-authority.ts';
import { ConnectionLimitError } from './connection-limit-error.ts';
import { type PerformAction, Session } from './session.ts';
import type { Transport } from './transport.ts';

export interface NewSession {
  readonly namespace: Namespace;
  readonly headers: IncomingHttpHeaders;
  /** A long poll's packets are script tags; a browser's socket names its page. */
  readonly isPoll: boolean;
  /** Id of the client's previous session, whose loss the server may not have noticed. */
  readonly replaces: string | null;
}

export interface SessionStoreOptions extends TokenRules {
  readonly guard: PageGuard;
  readonly perform: PerformAction;
  /** Maximum number of sessions per namespace. */
  readonly connectionLimit: number;
}

export class SessionStore {
  readonly #open = new Map<string, Session>();
  readonly #options: SessionStoreOptions;
  connectionLimit: number;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.connectionLimit = options.connectionLimit;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws a `ConnectionLimitError` when the namespace is full. */
  open({ namespace, headers, isPoll, replaces }: NewSession, transport: Transport): Session {
    const lost = this.#open.get(replaces ?? '');
    if (lost?.namespace === namespace) this.#replace(lost);
    this.#rejectTooMany(namespace);
    const { guard, perform } = this.#options;
    const session = new Session(
      {
        id: randomBytes(16).toString('base64url'),
        namespace,
        ownerRejection: isPublicTraffic(headers)
          ? 'Invalid admin credential'
          : isPoll
            ? guard.rejectUrl(headers, true)
            : guard.rejectPage(headers),
        perform,
        tokenRules: findTokenRules(namespace.name, this.#options),
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

  #rejectTooMany(namespace: Namespace): void {
    if (this.connectionLimit === Number.POSITIVE_INFINITY) return;
    const open = [...this.#open.values()].filter((session) => session.namespace === namespace);
    if (open.length >= this.connectionLimit) throw new ConnectionLimitError(namespace.name);
  }

  #replace(session: Session): void {
    this.end(session);
    session.closeTransport('the client reconnected');
  }
}
