// @module-tag docker
import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { API_PATHS } from '@outharbor/contract/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { documentedProxies } from '../../support/trusted-proxies.ts';
import { REQUESTS_PER_MINUTE, startLiveStack, VISITOR_HEADER } from './live-stack.ts';

const stack = suiteFixture(startLiveStack);

const PER_ADDRESS = REQUESTS_PER_MINUTE * 10;
/** Nginx's limit of concurrent requests per address. */
const MAX_CONCURRENT = 1024;
const BATCH = 64;

const CALL = '{"sessionId":"cs_test_1","firebaseId":"u"}';
const JSON_HEADERS = { 'content-type': 'application/json' };

/** Sends an unauthenticated call with an X-Forwarded-For header. */
const callAs = async (url: string, forwardedFor: string): Promise<number> => {
  const headers = { ...JSON_HEADERS, 'x-forwarded-for': forwardedFor };
  const { status } = await fetch(`${url}${API_PATHS.confirmPayment}`, {
    method: 'POST',
    headers,
    body: CALL,
  });
  return status;
};

async function statuses(count: number, one: (index: number) => Promise<number>): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let index = 0; index < count; index += 1) seen.add(await one(index));
  return seen;
}

describe('the rate limit behind two hops', () => {
  /** Sends a call from `visitor` through the terminator, with a spoofed X-Forwarded-For. */
  const viaTerminator = (visitor: string, claimed: string) =>
    new Promise<number>((resolve, reject) => {
      const { origin, gatewayPort, certificate } = stack;
      const { hostname } = new URL(origin);
      const call = request(
        {
          ...{ host: '127.0.0.1', port: gatewayPort, path: API_PATHS.confirmPayment, method: 'POST' },
          ...{ servername: hostname, ca: certificate },
          headers: {
            ...JSON_HEADERS,
            host: hostname,
            [VISITOR_HEADER]: visitor,
            'x-forwarded-for': claimed,
          },
        },
        (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      call.once('error', reject).end(CALL);
    });

  it("counts the visitor's own address, neither the claimed one nor the terminator's", async () => {
    const one = (index: number) => viaTerminator('203.0.113.50', `198.51.100.${index % 250}`);
    expect(await statuses(PER_ADDRESS, one)).toEqual(new Set([401]));
    expect(await one(0)).toBe(429);
    expect(await viaTerminator('203.0.113.51', '203.0.113.50')).toBe(401);
  });

  it('counts it behind a proxy in the network of Kubernetes', async () => {
    const visitor = '203.0.113.53';
    const trustedProxies = await documentedProxies('Kubernetes');
    const url = await stack.startSite({ trustedProxies, subnet: '10.244.7.0/24' });
    const one = (index: number) => callAs(url, `198.51.100.${index % 250}, ${visitor}`);
    expect(await statuses(PER_ADDRESS, one)).toEqual(new Set([401]));
    expect(await one(0)).toBe(429);
    expect(await callAs(url, `${visitor}, 203.0.113.54`)).toBe(401);
  });
});

describe('the number of concurrent requests', () => {
  /** Runs `during` while the maximum of requests from `visitor` wait for their bodies. */
  async function whileHeld(url: string, visitor: string, during: () => Promise<void>): Promise<void> {
    const sockets: Socket[] = [];
    try {
      // In batches, because the API's connection backlog is shorter.
      while (sockets.length < MAX_CONCURRENT) {
        const some = Array.from({ length: BATCH }, () => holdRequest(url, visitor));
        sockets.push(...(await Promise.all(some)));
      }
      await during();
      expect(sockets.filter(({ closed }) => closed)).toEqual([]);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  }

  it('is limited per visitor', async () => {
    const url = await stack.startSite({ trustedProxies: await documentedProxies('Compose') });
    await whileHeld(url, '203.0.113.60', async () => {
      expect(await callAs(url, '203.0.113.60')).toBe(429);
      expect(await callAs(url, '203.0.113.61')).toBe(401);
    });
  });

  describe('without a trusted proxy', () => {
    let url: string;
    beforeAll(async () => {
      url = await stack.startSite();
    });

    it('is not limited, nor is that of requests per minute, so that visitors do not share a limit', async () => {
      const anyVisitor = () => callAs(url, '203.0.113.62');
      expect(await statuses(PER_ADDRESS * 2, anyVisitor)).toEqual(new Set([401]));
      await whileHeld(url, '203.0.113.63', async () => {
        expect(await statuses(20, anyVisitor)).toEqual(new Set([401]));
      });
    });
  });
});

/** Resolves when Nginx waits for the body. */
async function holdRequest(url: string, visitor: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const lines = [
    // Webhooks are not counted by the minute.
    `POST ${API_PATHS.stripeWebhook} HTTP/1.1`,
    'Host: x',
    `X-Forwarded-For: ${visitor}`,
    'Content-Type: application/json',
    'Content-Length: 2',
    'Expect: 100-continue',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 100 /);
  return socket;
}
