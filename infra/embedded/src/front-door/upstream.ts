import type { Writable } from 'node:stream';
import { Pool } from 'undici';

export interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | undefined;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}
export type AnswerHead = { statusCode: number; headers: Record<string, string | string[] | undefined> };

export interface Upstream {
  /**
   * Streams the response into the stream returned by `open`, which is called once, when the headers have
   * arrived.
   */
  send(request: UpstreamRequest, open: (head: AnswerHead) => Writable): Promise<void>;
  close(): Promise<void>;
}

/** Requests beyond this limit get a 503 immediately: a queue would only delay all of them. */
const MAX_IN_FLIGHT = 1024;
/** A request that crashes a process must not be sent to every instance. */
const MAX_TRIES = 2;
const CONNECTIONS_PER_ADDRESS = 64;

export class UpstreamUnavailable extends Error {}

export interface UpstreamOptions {
  /** Called for each request; addresses are used round-robin. */
  readonly addresses: () => readonly string[];
  readonly answerWithinMs: number;
  /** All calls of the service may safely be repeated. */
  readonly repeatable?: boolean;
}

/** A service with one or more addresses. A request is tried on at most two of them. */
export function openUpstream({ addresses, answerWithinMs, repeatable = false }: UpstreamOptions): Upstream {
  const pools = new Map<string, Pool>();
  let next = 0;
  let inFlight = 0;
  return {
    send: async (request, open) => {
      if (inFlight >= MAX_IN_FLIGHT) throw new UpstreamUnavailable('Too many requests are waiting.');
      inFlight += 1;
      try {
        await sendToFirstThatAnswers(request, open);
      } finally {
        inFlight -= 1;
      }
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };

  async function sendToFirstThatAnswers(
    request: UpstreamRequest,
    open: (head: AnswerHead) => Writable,
  ): Promise<void> {
    let opened = false;
    const openOnce = (head: AnswerHead) => {
      opened = true;
      return open(head);
    };
    const candidates = rotated(addresses()).slice(0, MAX_TRIES);
    for (const [index, address] of candidates.entries()) {
      try {
        await poolFor(address).stream({ ...request, body: request.body ?? null }, openOnce);
        return;
      } catch (cause) {
        const last = index === candidates.length - 1;
        if (opened || request.signal.aborted) throw cause;
        if (last || !(repeatable || canBeRepeated(request, cause)))
          throw new UpstreamUnavailable(undefined, { cause });
      }
    }
    throw new UpstreamUnavailable('The service has no address.');
  }

  function rotated(all: readonly string[]): string[] {
    next = (next + 1) % Math.max(all.length, 1);
    return [...all.slice(next), ...all.slice(0, next)];
  }

  function poolFor(address: string): Pool {
    const existing = pools.get(address);
    if (existing) return existing;
    const pool = new Pool(address, {
      connections: CONNECTIONS_PER_ADDRESS,
      connectTimeout: 2_000,
      headersTimeout: answerWithinMs,
      bodyTimeout: answerWithinMs,
    });
    pools.set(address, pool);
    return pool;
  }
}

/** A refused connection had no effect; after any other error only safe methods are repeated. */
function canBeRepeated({ method }: UpstreamRequest, cause: unknown): boolean {
  return (cause as { code?: string }).code === 'ECONNREFUSED' || method === 'GET' || method === 'HEAD';
}
