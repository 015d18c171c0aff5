import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { callsPerSecond } from './calls-per-second.ts';

const PARALLEL = 16;

/** Creates sessions as fast as it goes, each with an idempotency key as the SDK sends one; answers the seconds. */
export async function createSessions(url: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  const body = new URLSearchParams({
    mode: 'subscription',
    'line_items[0][price]': 'price_promonthly',
    'line_items[0][quantity]': '1',
    success_url: 'https://site.test/success?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://site.test/cancel',
    'metadata[uid]': 'a-user-id-of-the-usual-length',
    'subscription_data[metadata][uid]': 'a-user-id-of-the-usual-length',
  }).toString();
  const rate = await callsPerSecond(count, PARALLEL, () => post(`${url}/v1/checkout/sessions`, body, agent));
  agent.destroy();
  return count / rate;
}

function post(url: string, body: string, agent: Agent): Promise<void> {
  const headers = {
    authorization: 'Bearer sk_test_emulated',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': `load-${randomUUID()}`,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
