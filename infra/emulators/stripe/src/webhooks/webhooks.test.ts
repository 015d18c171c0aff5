import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { retryDelay } from './back-off.ts';
import { signature } from './sign.ts';

describe('signatures', () => {
  it('are the documented ones', () => {
    const payload = '{"id":"evt_1"}';
    const now = Math.floor(Date.now() / 1000);
    const header = signature(payload, 'whsec_x', now);
    expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(header).toBe(
      Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_x', timestamp: now }),
    );
  });
});

describe('back-off', () => {
  const backOff = { firstDelayMs: 100, maxDelayMs: 1000, maxAttempts: 6 };

  it('doubles up to its limit, and ends', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((attempts) => retryDelay(backOff, attempts));
    expect(delays).toEqual([100, 200, 400, 800, 1000, null]);
  });
});
