import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';

/** Counts requests by client address, in Redis where several processes share the count. */
export async function addRateLimit(app: FastifyInstance, config: Config['rateLimit']): Promise<void> {
  const redis = config.redisUrl === null ? undefined : connect(app, config.redisUrl);
  await app.register(fastifyRateLimit, {
    max: config.perMinute,
    timeWindow: 60_000,
    nameSpace: 'outharbor:rate:',
    // Without its store the limit is lifted: a Redis that is away must not close the shop.
    skipOnError: true,
    errorResponseBuilder: () => new AppError('rate_limited'),
    ...(redis && { redis }),
  });
}

function connect(app: FastifyInstance, url: string): Redis {
  const redis = new Redis(url, {
    connectTimeout: 500,
    commandTimeout: 250,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  });
  redis.on('error', (err) => app.log.warn({ err }, 'the rate limit store is away'));
  app.addHook('onClose', async () => redis.disconnect());
  return redis;
}
