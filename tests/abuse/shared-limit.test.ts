import { USERS_PER_ADDRESS } from '@outharbor/api/plugins/limits';
import { API_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RedisServer, startRedisServer } from '../support/abuse/redis-server.ts';
import { instanceAt, startWorld, type World } from '../support/abuse/world.ts';

const PER_USER = 2;
const LIMIT = PER_USER * USERS_PER_ADDRESS;

describe('a rate limit shared by two API processes through Redis', { tags: 'redis' }, () => {
  let redis: RedisServer;
  let world: World;
  beforeAll(async () => {
    redis = await startRedisServer();
    const limit = { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: String(PER_USER), TRUST_PROXY: 'loopback' };
    world = await startWorld({ apis: 2, variables: limit });
    await untilCounted();
  });
  afterAll(async () => {
    await world.close();
    await redis.end();
  });

  const call = (api: number, address: string) =>
    fetch(`${instanceAt(world.instances, api).url}${API_PATHS.confirmPayment}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{}',
    });
  const statuses = async (calls: number, address: string) => {
    const seen: number[] = [];
    for (let index = 0; index < calls; index += 1) seen.push((await call(index, address)).status);
    return seen;
  };
  let addresses = 0;
  /** A new address is limited across both processes only once both are connected to Redis. */
  const untilCounted = () =>
    vi.waitFor(
      async () => {
        addresses += 1;
        expect((await statuses(LIMIT + 1, `198.51.100.${addresses}`)).at(-1)).toBe(429);
      },
      { timeout: 20_000, interval: 100 },
    );

  it('counts an address across both processes, separately from other addresses', async () => {
    expect(await statuses(LIMIT, '203.0.113.2')).toEqual(Array(LIMIT).fill(400));
    for (const api of [0, 1]) {
      const rejected = await call(api, '203.0.113.2');
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await statuses(2, '203.0.113.3')).toEqual([400, 400]);
  });

  it('counts a user across both processes, regardless of the address', async () => {
    const user = (api: number) => world.user('busy', api);
    const confirm = async (api: number) => (await user(api).confirm('cs_test_none')).status;
    const seen = [await confirm(0), await confirm(1)];
    expect(seen).not.toContain(429);
    expect([await confirm(0), await confirm(1)]).toEqual([429, 429]);
  });

  it('is suspended while Redis is unavailable and resumes with it', async () => {
    await redis.end();
    expect(await statuses(LIMIT * 2, '203.0.113.4')).toEqual(Array(LIMIT * 2).fill(400));
    await vi.waitFor(() => {
      for (const { lines } of world.instances)
        expect(lines.join('')).toContain('rate limit store is unavailable');
    });

    await redis.begin();
    await untilCounted();
  });
});
