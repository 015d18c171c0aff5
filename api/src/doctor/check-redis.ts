import { Redis } from 'ioredis';

/** Throws if the host name is unknown here, as that of a private network is on another machine. */
export async function checkRedis(url: string | null): Promise<string[]> {
  if (url === null) return [];
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 3000, retryStrategy: () => null });
  let reason = '';
  redis.on('error', (error) => {
    reason = error.message;
  });
  try {
    await redis.connect();
    await redis.ping();
    return [];
  } catch (error) {
    reason ||= error instanceof Error ? error.message : String(error);
    if (/ENOTFOUND|EAI_AGAIN/.test(reason)) throw new Error(reason, { cause: error });
    return [`REDIS_URL: Redis does not answer (${reason}), so no rate limit is shared: correct the setting`];
  } finally {
    redis.disconnect();
  }
}
