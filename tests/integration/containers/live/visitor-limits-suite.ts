import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { API_PATHS } from '@outharbor/contract/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentedProxies, type WayToRun } from '../../../support/trusted-proxies.ts';
import { type LiveStack, REQUESTS_PER_MINUTE, VISITOR_HEADER } from './live-stack.ts';

const OF_AN_ADDRESS = REQUESTS_PER_MINUTE * 10;
/** What Nginx answers of one address at a time. */
const AT_A_TIME = 1024;
const AT_ONCE = 64;

const CALL = '{"sessionId":"cs_test_1","firebaseId":"u"}';
const JSON_HEADERS = { 'content-type': 'application/json' };

/** A call without a token, by whoever the header says. */
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

/** Which requests are whose, behind a terminator and `web`: for the API by the minute, for Nginx at a time. */
export function describeVisitorLimits(stack: () => LiveStack): void {
  describe('the rate limit behind two hops', () => {
    /** Through the terminator, from `visitor`, who claims to be passing on somebody else's. */
    const viaTerminator = (visitor: string, claimed: string) =>
      new Promise<number>((resolve, reject) => {
        const { origin, gatewayPort, certificate } = stack();
        const { hostname } = new URL(origin);
        const call = request(
          {
            ...{ host: '127.0.0.1', port: gatewayPort, path: API_PATHS.confirmPayment, method: 'POST' },
            ...{ servername: hostname, ca: certificate.cert },
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

    it("counts a visitor's own address, not what they claim and not that of the terminator on the host", async () => {
      const one = (index: number) => viaTerminator('203.0.113.50', `198.51.100.${index % 250}`);
      expect(await statuses(OF_AN_ADDRESS, one)).toEqual(new Set([401]));
      expect(await one(0)).toBe(429);
      expect(await viaTerminator('203.0.113.51', '203.0.113.50')).toBe(401);
    });

    it.each<[WayToRun, { visitor: string; subnet: (documented: string) => string }]>([
      ['Swarm, routing mesh', { visitor: '203.0.113.52', subnet: (network) => network }],
      ['Kubernetes', { visitor: '203.0.113.53', subnet: () => '10.244.7.0/24' }],
    ])('counts it where the proxy has an address as with %s', async (way, { visitor, subnet }) => {
      const trustedProxies = await documentedProxies(way);
      const url = await stack().startSite({ trustedProxies, subnet: subnet(trustedProxies) });
      const one = (index: number) => callAs(url, `198.51.100.${index % 250}, ${visitor}`);
      expect(await statuses(OF_AN_ADDRESS, one)).toEqual(new Set([401]));
      expect(await one(0)).toBe(429);
      expect(await callAs(url, `${visitor}, 203.0.113.54`)).toBe(401);
    });
  });

  describe('requests at a time', () => {
    /** Runs `during` beside as many requests of `visitor` whose bodies do not come. */
    async function whileHeld(url: string, visitor: string, during: () => Promise<void>): Promise<void> {
      const sockets: Socket[] = [];
      try {
        // The API's queue of connections is shorter than all of them.
        while (sockets.length < AT_A_TIME) {
          const some = Array.from({ length: AT_ONCE }, () => holdRequest(url, visitor));
          sockets.push(...(await Promise.all(some)));
        }
        await during();
        expect(sockets.filter(({ closed }) => closed)).toEqual([]);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    }

    it('are limited for one visitor alone', async () => {
      const url = await stack().startSite({ trustedProxies: await documentedProxies('Compose') });
      await whileHeld(url, '203.0.113.60', async () => {
        expect(await callAs(url, '203.0.113.60')).toBe(429);
        expect(await callAs(url, '203.0.113.61')).toBe(401);
      });
    });

    describe('where the site does not know its proxy', () => {
      let url: string;
      beforeAll(async () => {
        url = await stack().startSite();
      });

      it('are not limited, and neither are those of a minute: strangers share no limit', async () => {
        const stranger = () => callAs(url, '203.0.113.62');
        expect(await statuses(OF_AN_ADDRESS * 2, stranger)).toEqual(new Set([401]));
        await whileHeld(url, '203.0.113.63', async () => {
          expect(await statuses(20, stranger)).toEqual(new Set([401]));
        });
      });
    });
  });
}

/** Resolves when Nginx waits for the body. */
async function holdRequest(url: string, visitor: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const lines = [
    // Not counted by the minute.
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
