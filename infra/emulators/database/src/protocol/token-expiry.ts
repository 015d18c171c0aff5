import { SIGNED_OUT } from '../namespace/authority.ts';
import { eventPacket } from './messages.ts';
import type { Session } from './session.ts';

const LONGEST_TIMER = 2 ** 31 - 1;

/** Signs a session out at the moment its token expires, and tells it, so that it comes back with a fresh one. */
export class TokenExpiry {
  readonly #session: Session;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  watch(expiresAt: number | undefined): void {
    this.stop();
    if (expiresAt === undefined) return;
    const delay = Math.min(expiresAt - Date.now(), LONGEST_TIMER);
    this.#timer = setTimeout(() => this.#expire(), delay).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #expire(): void {
    this.#session.send(eventPacket('ac', { s: 'expired_token', d: 'Auth token is expired' }));
    this.#session.setAuthority(SIGNED_OUT);
  }
}
