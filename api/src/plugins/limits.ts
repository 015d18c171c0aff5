import { BlockList, isIPv4 } from 'node:net';
import fastifyRateLimit from '@fastify/rate-limit';
import { PRIVATE_NETWORKS } from '@outharbor/contract/private-networks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import pTimeout, { TimeoutError } from 'p-timeout';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts the request towards this verified user's limit; rejects if the limit is exceeded. */
    countUser(uid: string): Promise<void>;
  }
}

/** Offices, schools and carriers share one address among many people. */
export const USERS_PER_ADDRESS = 10;

/**
 * Limits requests by address before anything is verified, and by user afterwards; in Redis if several
 * processes share the counters. Private addresses are not counted: everyone behind that proxy would share one
 * limit.
 */
export async function addRateLimit(app: FastifyInstance, config: Config): Promise<void> {
  const { perMinute, redisUrl } = config.rateLimit;
  const redis = redisUrl === null ? undefined : connect(app, redisUrl);
  await app.register(fastifyRateLimit, {
    global: false,
    timeWindow: 60_000,
    nameSpace: 'outharbor:rate:',
    // An unavailable Redis lifts the limit rather than blocking every request.
    skipOnError: true,
    ...(redis && { redis }),
  });
  const uids = new WeakMap<FastifyRequest, string>();
  const byAddress = app.createRateLimit({ max: perMinute * USERS_PER_ADDRESS });
  const byUser = app.createRateLimit({
    max: perMinute,
    keyGenerator: (request) => `user:${uids.get(request)}`,
  });
  const warnOnce = createAddressWarning(app, config);

  app.decorateRequest('countUser', async function (uid) {
    uids.set(this, uid);
    rejectExceeded(await byUser(this));
  });
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.rateLimit === false) return;
    if (isVisitorAddress(request.ip)) rejectExceeded(await byAddress(request));
    else warnOnce(request.ip);
  });
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function rejectExceeded(counted: Counted): void {
  if (counted.isAllowed || !counted.isExceeded) return;
  throw new AppError('rate_limited', { retryAfter: Math.max(1, counted.ttlInSeconds) });
}

/** In a live deployment, a visitor with a private address is an unconfigured proxy. */
function createAddressWarning(app: FastifyInstance, { emulated }: Config): (address: string) => void {
  let warned = emulated;
  return (address) => {
    if (warned) return;
    warned = true;
    app.log.warn(
      { address },
      'requests arrive from a private address, so no visitor is rate-limited by address: list the proxies in front of the site in TRUSTED_PROXIES and those in front of the API in TRUST_PROXY',
    );
  };
}

function connect(app: FastifyInstance, url: string): Redis {
  const redis = new Redis(url, {
    connectTimeout: 500,
    commandTimeout: 250,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  });
  redis.on('error', (err) => app.log.warn({ err }, 'the rate limit store is unavailable'));
  app.addHook('onClose', async () => redis.disconnect());
  return redis;
}

const PRIVATE = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [address = '', prefix] = network.split('/');
  PRIVATE.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Whether `address` can belong to a visitor rather than to a proxy in front of this process. */
export function isVisitorAddress(address: string): boolean {
  return !PRIVATE.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * Answers 503 when the handler of a POST takes longer than `ms`; the work itself is not cancelled. Fastify's own
 * `handlerTimeout` ends as soon as the request's body was read.
 */
export function addTimeLimit(app: FastifyInstance, ms: number): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST') return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const running = Promise.resolve(handler.call(this, request, reply));
      try {
        return await pTimeout(running, {
          milliseconds: ms,
          message: `${route.url} took longer than ${ms} ms`,
        });
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        throw new AppError('dependency_unavailable', { cause: error });
      }
    };
  });
}
