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
export function tokenExpiry(client: SignedInClient) {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const expire = (): void => {
    client.send(eventPacket('ac', { s: 'expired_token', d: 'Auth token is expired' }));
    client.setAuthority(SIGNED_OUT);
  };
  const watch = (expiresAt: number | undefined): void => {
    stop();
    if (expiresAt === undefined) return;
    const remaining = expiresAt - Date.now();
    timer = (
      remaining > MAX_TIMER_MS
        ? setTimeout(() => watch(expiresAt), MAX_TIMER_MS)
        : setTimeout(expire, remaining)
    ).unref();
  };
  return { watch, stop };
}
