import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { callsPerSecond } from './calls-per-second.ts';

const PARALLEL = 16;

/** Creates sessions at full speed, each with an idempotency key like the SDK's; returns the seconds taken. */
export async function createSessions(
  url: string,
  count: number,
  note: (id: string) => void = () => undefined,
): Promise<number> {
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
  const rate = await callsPerSecond(count, PARALLEL, async () => {
    const session = JSON.parse(await post(`${url}/v1/checkout/sessions`, body, agent)) as { id: string };
    note(session.id);
  });
  agent.destroy();
  return count / rate;
}

function post(url: string, body: string, agent: Agent): Promise<string> {
  const headers = {
    authorization: 'Bearer sk_test_emulated',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': `load-${randomUUID()}`,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(text) : reject(new Error(`${answer.statusCode}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
