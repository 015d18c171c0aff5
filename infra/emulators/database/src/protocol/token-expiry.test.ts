import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SIGNED_OUT } from '../namespace/authority.ts';
import { tokenExpiry } from './token-expiry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched(lifetimeMs: number) {
  const client = { send: vi.fn(), setAuthority: vi.fn() };
  const expiry = tokenExpiry(client);
  expiry.watch(Date.now() + lifetimeMs);
  return { client, expiry };
}

it.each([DAY_MS, 60 * DAY_MS])('signs a session out when its token expires after %i ms', (lifetimeMs) => {
  const { client } = watched(lifetimeMs);
  vi.advanceTimersByTime(lifetimeMs - 1);
  expect(client.setAuthority).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(client.setAuthority).toHaveBeenCalledExactlyOnceWith(SIGNED_OUT);
  expect(client.send).toHaveBeenCalledOnce();
});

it('keeps a session signed in once it is no longer watched', () => {
  const { client, expiry } = watched(60 * DAY_MS);
  vi.advanceTimersByTime(40 * DAY_MS);
  expiry.stop();
  vi.advanceTimersByTime(40 * DAY_MS);
  expect(client.setAuthority).not.toHaveBeenCalled();
});
