import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createDependency } from './dependency.ts';

function setUp(timeoutMs = 1000, maxInFlight = 2) {
  const observed: string[] = [];
  const call = createDependency({
    name: 'stripe',
    timeoutMs,
    maxInFlight,
    observe: (_dependency, operation, outcome) => observed.push(`${operation} ${outcome}`),
    translate: (cause) => new AppError('internal_error', { cause }),
  });
  return { call, observed };
}

const never = () => new Promise<never>(() => {});

describe('createDependency', () => {
  it('returns results and records a metric', async () => {
    const { call, observed } = setUp();
    expect(await call('read', async () => 7)).toBe(7);
    expect(observed).toEqual(['read ok']);
  });

  it('translates SDK errors and rethrows AppErrors unchanged', async () => {
    const { call, observed } = setUp();
    const own = new AppError('forbidden');
    await expect(call('a', () => Promise.reject(new Error('sdk')))).rejects.toMatchObject({
      code: 'internal_error',
    });
    await expect(call('b', () => Promise.reject(own))).rejects.toBe(own);
    expect(observed).toEqual(['a rejected', 'b rejected']);
  });

  it('times out a call that exceeds its budget', async () => {
    const { call, observed } = setUp(10);
    await expect(call('hang', never)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(observed).toEqual(['hang unavailable']);
  });

  it('rejects immediately at the concurrency limit and recovers when calls settle', async () => {
    const { call, observed } = setUp(10, 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    await expect(call('slow', () => promise)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await expect(call('next', async () => 1)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    resolve();
    await promise;
    await new Promise((turn) => setImmediate(turn));
    expect(await call('after', async () => 1)).toBe(1);
    expect(observed).toEqual(['slow unavailable', 'next rejected', 'after ok']);
  });
});
