import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

describe('createReadiness', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reports only the dependency that times out as down', async () => {
    const states = createReadiness({ stripe: () => new Promise(() => {}), database: async () => {} })();
    await vi.advanceTimersByTimeAsync(2500);
    expect(await states).toEqual({ stripe: 'down', database: 'up' });
  });

  it('reports once why a dependency is down and once when it recovers', async () => {
    const changes: [string, unknown][] = [];
    const rejection = new Error('rejected');
    let rejected = true;
    const readiness = createReadiness(
      { stripe: () => (rejected ? Promise.reject(rejection) : Promise.resolve()), database: async () => {} },
      (dependency, reason) => changes.push([dependency, reason]),
    );
    await readiness();
    vi.advanceTimersByTime(1001);
    await readiness();
    rejected = false;
    vi.advanceTimersByTime(1001);
    await readiness();
    expect(changes).toEqual([
      ['stripe', rejection],
      ['stripe', undefined],
    ]);
  });

  it('reports another reason, including nested causes', async () => {
    const reported: unknown[] = [];
    const unavailable = (cause: string) => new Error('unavailable', { cause: new Error(cause) });
    const reasons = ['no answer', 'no answer', 'expired', 'expired'].map(unavailable);
    const left = reasons.values();
    const readiness = createReadiness({ stripe: () => Promise.reject(left.next().value) }, (_, reason) =>
      reported.push(reason),
    );
    for (const _ of reasons) {
      await readiness();
      vi.advanceTimersByTime(1001);
    }
    expect(reported).toEqual([reasons[0], reasons[2]]);
  });

  it('shares results for one second', async () => {
    let asked = 0;
    const readiness = createReadiness({
      stripe: async () => {
        asked += 1;
      },
    });
    await Promise.all([readiness(), readiness()]);
    vi.advanceTimersByTime(1000);
    await readiness();
    expect(asked).toBe(1);
    vi.advanceTimersByTime(1);
    await readiness();
    expect(asked).toBe(2);
  });
});
