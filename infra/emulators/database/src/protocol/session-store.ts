import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isPublicTraffic, type PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { Namespace } from '../namespace/namespace.ts';
import { findTokenRules, type TokenRules } from '../tokens/token-authority.ts';
import { DatabaseError } from '../tree/database-error.ts';
import type { Packet } from '../wire/packet.ts';
import { controlPacket } from './messages.ts';
import { type PerformAction, Session, type Transport } from './session.ts';

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

export type SessionStore = ReturnType<typeof sessionStore>;

export function sessionStore(options: SessionStoreOptions) {
  const { guard, perform } = options;
  const byId = new Map<string, Session>();
  const end = (session: Session): void => {
    if (byId.delete(session.id)) session.end();
  };
  const store = {
    connectionLimit: options.connectionLimit,
    get size(): number {
      return byId.size;
    },
    /** Throws a `ConnectionLimitError` when the namespace is full. */
    open: ({ namespace, headers, isPoll, replaces }: NewSession, transport: Transport): Session => {
      const lost = byId.get(replaces ?? '');
      if (lost?.namespace === namespace) {
        end(lost);
        lost.closeTransport('the client reconnected');
      }
      rejectTooMany(namespace);
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
          tokenRules: findTokenRules(namespace.name, options),
        },
        transport,
      );
      byId.set(session.id, session);
      return session;
    },
    end,
    endAll: (): void => [...byId.values()].forEach(end),
  };
  const rejectTooMany = (namespace: Namespace): void => {
    if (store.connectionLimit === Number.POSITIVE_INFINITY) return;
    const open = [...byId.values()].filter((session) => session.namespace === namespace);
    if (open.length >= store.connectionLimit) throw new ConnectionLimitError(namespace.name);
  };
  return store;
}

/** The namespace has as many clients as its plan allows. */
export class ConnectionLimitError extends DatabaseError {
  constructor(namespace: string) {
    const limit = `The Firebase database '${namespace}' has reached its peak connections limit.`;
    super('unavailable', `${limit} If you are the Firebase owner, consider upgrading.`);
    this.name = 'ConnectionLimitError';
  }

  /** Makes the client disconnect and not reconnect; every SDK honors it. */
  toPacket(): Packet {
    return controlPacket('s', this.message);
  }
}
