import { API_PATHS } from '@outharbor/contract/paths';
import autocannon from 'autocannon';
import { coreSeconds } from './api/process-sample.ts';
import { type ServerProcess, startServer } from './api/server-process.ts';
import type { Measurement } from './database/measurement.ts';

export const title = 'API on one core';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 50;

interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  readonly path: string;
  readonly uids: readonly string[];
}

/**
 * Requests for each second that the server spends on a core: what one core of its own would serve, and the same
 * however busy the machine is with other things. Every contender gets its turn in each round.
 */
export async function measure(): Promise<Measurement[]> {
  const upstream = await startServer('upstream', 1);
  const contenders: Contender[] = [
    { name: 'bare Fastify', server: await startServer('bare-fastify', 0), path: '/', uids: [] },
    { name: 'API with log and schema', server: await startServer('api-logged', 0), path: '/', uids: [] },
    await signedIn(
      'checkout call with verification',
      await startServer('api', 0, upstream.url),
      API_PATHS.createCheckoutSession,
    ),
    await signedIn('Express doing the same', await startServer('express', 0, upstream.url), '/'),
  ];
  try {
    const rates = await inTurns(contenders);
    return report(contenders, rates);
  } finally {
    await Promise.all([upstream, ...contenders.map(({ server }) => server)].map((server) => server.stop()));
  }
}

async function signedIn(name: string, server: ServerProcess, path: string): Promise<Contender> {
  return { name, server, path, uids: Object.keys(server.tokens) };
}

async function inTurns(contenders: readonly Contender[]): Promise<Map<string, number[]>> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const contender of contenders) {
      const rate = await load(contender);
      // The first round only warms up.
      if (round > 0) rates.get(contender.name)?.push(rate);
    }
  }
  return rates;
}

/** Each connection is a user of its own, so that nobody's checkouts race. */
async function load({ name, server, path, uids }: Contender): Promise<number> {
  let connected = 0;
  const before = coreSeconds(server.pid);
  const result = await autocannon({
    url: server.url.replace(/\/$/, '') + path,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient: (client) => {
      const uid = uids[connected % uids.length] ?? 'u0';
      connected += 1;
      const token = server.tokens[uid];
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      client.setHeadersAndBody(headers, JSON.stringify({ plan: 500, customerId: uid }));
    },
  });
  const refused = result.non2xx + result.errors;
  if (refused > result.requests.total / 100)
    throw new Error(`${name} refused ${refused} of ${result.requests.total}`);
  return result.requests.total / (coreSeconds(server.pid) - before);
}

function report(contenders: readonly Contender[], rates: ReadonlyMap<string, number[]>): Measurement[] {
  const median = (name: string) =>
    (rates.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const bare = median('bare Fastify');
  const express = median('Express doing the same');
  return contenders.flatMap(({ name }) => [
    { name, value: Math.round(median(name)), unit: 'requests/core-second' },
    { name: `${name}, of bare Fastify`, value: ratio(median(name), bare), unit: '×' },
    ...(name.startsWith('checkout')
      ? [{ name: `${name}, of Express`, value: ratio(median(name), express), unit: '×' }]
      : []),
  ]);
}

const ratio = (value: number, of: number) => Number((value / of).toFixed(2));
