import { type Authority, SIGNED_OUT } from '../namespace/authority.ts';
import type { Packet } from '../wire/packet.ts';
import { eventPacket } from './messages.ts';

/** A longer timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface SignedInClient {
  send(packet: Packet): void;
  setAuthority(authority: Authority): void;
}

/** Signs a session out when its token expires, and notifies the client so that it sends a fresh token. */
export class TokenExpiry {
  readonly #client: SignedInClient;
  #timer: NodeJS.Timeout | undefined;

  constructor(client: SignedInClient) {
    this.#client = client;
  }

  watch(expiresAt: number | undefined): void {
    this.stop();
    if (expiresAt === undefined) return;
    const remaining = expiresAt - Date.now();
    this.#timer = (
      remaining > MAX_TIMER_MS
        ? setTimeout(() => this.watch(expiresAt), MAX_TIMER_MS)
        : setTimeout(() => this.#expire(), remaining)
    ).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #expire(): void {
    this.#client.send(eventPacket('ac', { s: 'expired_token', d: 'Auth token is expired' }));
    this.#client.setAuthority(SIGNED_OUT);
  }
}
