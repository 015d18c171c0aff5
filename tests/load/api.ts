import { API_PATHS } from '@outharbor/contract/paths';
import { median } from '../../infra/emulators/tests/support/figures.ts';
import type { Measurement } from '../../scripts/benchmark-report.ts';
import { type Contender, inTurns } from './api/contender.ts';
import { HAS_NGINX, startNginx } from './api/nginx-front.ts';
import { type ServerProcess, startServer } from './api/server-process.ts';

export const title = 'API on one core';

const BARE = 'bare Fastify, echo';
const BARE_LOGGED = 'Fastify with only log and schema, echo';
const LOGGED = 'API with log and schema, echo';
const THROUGH_NGINX = 'the same through Nginx';
const CHECKOUT = 'checkout call with verification';
const UNCACHED = 'the same, without the token cache';
const EXPRESS = 'Express doing the same checkout';
const CONNECTED = 'checkout call through the real SDKs';

const NOTES: Readonly<Record<string, string>> = {
  [BARE_LOGGED]: 'its own two log lines per request; baseline of the next row',
  [LOGGED]: 'all hooks: request id, headers, CORS, rate limit, log, metrics',
  [THROUGH_NGINX]: "the front door's configuration; both on the core, both counted",
  [CHECKOUT]: 'RS256, one keep-alive upstream call, ledger in memory; tokens repeat',
  [UNCACHED]: 'every signature verified, as for new tokens',
  [EXPRESS]: 'same logger, headers, metrics, schema, verifier, use case and call; express-rate-limit',
  [CONNECTED]: 'revocation lookup, 4 Stripe calls, 7 database calls',
};

/** Number of starts per process: JIT compilation makes the speed of the same program vary between starts. */
const STARTS = 3;

/**
 * Measures requests per second of CPU time: the throughput of one dedicated core, whatever else the machine
 * is doing.
 */
export async function measure(): Promise<Measurement[]> {
  const rates: (readonly [string, number[]])[] = [];
  for (let start = 0; start < STARTS; start += 1) rates.push(...(await ratesOfOneStart()));
  const byName = Map.groupBy(rates, ([name]) => name);
  return report(new Map([...byName].map(([name, all]) => [name, all.flatMap(([, measured]) => measured)])));
}

/** Rates by contender, one per round. */
async function ratesOfOneStart(): Promise<Map<string, number[]>> {
  const parts: { stop(): Promise<void> }[] = [];
  const started = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const part = await starting;
    parts.push(part);
    return part;
  };
  try {
    return await inTurns(await startContenders(started), { warmUps: 2, rounds: 4, seconds: 2 });
  } finally {
    await Promise.all(parts.map((part) => part.stop()));
  }
}

type Started = <T extends { stop(): Promise<void> }>(starting: Promise<T>) => Promise<T>;

async function startContenders(started: Started): Promise<Contender[]> {
  const server = (name: string, ...given: readonly string[]) => started(startServer(name, 0, ...given));
  const upstream = await started(startServer('upstream', 1));
  const backends = await started(startServer('backends', 1));
  const logged = await server('api-logged');
  const nginx = HAS_NGINX ? await started(startNginx(logged.url, 0)) : undefined;
  const connected = await server('api-connected', ...backends.given);
  return [
    contender(BARE, await server('bare-fastify'), '/'),
    contender(BARE_LOGGED, await server('logged-fastify'), '/'),
    contender(LOGGED, logged, '/api/echo'),
    ...(nginx
      ? [{ name: THROUGH_NGINX, url: `${nginx.url}/api/echo`, pids: [nginx.pid, logged.pid], tokens: {} }]
      : []),
    contender(CHECKOUT, await server('api', upstream.url), API_PATHS.createCheckoutSession),
    contender(UNCACHED, await server('api', upstream.url, 'uncached'), API_PATHS.createCheckoutSession),
    contender(EXPRESS, await server('express', upstream.url), '/'),
    contender(CONNECTED, { ...connected, tokens: backends.tokens }, API_PATHS.createCheckoutSession),
  ];
}

function contender(name: string, { url, pid, tokens }: ServerProcess, path: string): Contender {
  return { name, url: url.replace(/\/$/, '') + path, pids: [pid], tokens };
}

function report(rates: ReadonlyMap<string, readonly number[]>): Measurement[] {
  const ratesOf = (name: string) => rates.get(name) ?? [];
  // Compare within a round: machine speed varies less within a round than between rounds.
  const ratio = (name: string, of: string): Measurement => ({
    name: `${name} / ${of}`,
    value: Number(median(ratesOf(name).map((rate, round) => rate / (ratesOf(of)[round] ?? 0))).toFixed(3)),
    unit: '×',
  });
  return [
    ...[...rates].map(([name, measured]) => ({
      name,
      value: Math.round(median(measured)),
      unit: 'requests/core-second',
      note: NOTES[name] ?? '',
    })),
    ratio(BARE_LOGGED, BARE),
    ratio(LOGGED, BARE),
    ratio(CHECKOUT, BARE),
    ratio(UNCACHED, BARE),
    ratio(CHECKOUT, EXPRESS),
    ...(rates.has(THROUGH_NGINX) ? [ratio(THROUGH_NGINX, LOGGED)] : []),
  ];
}
