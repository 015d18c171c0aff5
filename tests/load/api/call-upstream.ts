import { callHttp } from '@outharbor/api/gateways/http-call';
import { Pool } from 'undici';

/** One call of an outside service over connections that stay open, by the client that carries the calls of Stripe. */
export function createUpstream(url: string) {
  const pool = new Pool(url, { connections: 256 });
  return async (): Promise<{ readonly id: string; readonly url: string }> => {
    const { body } = await callHttp(pool, { path: '/', method: 'POST', body: 'plan=500' });
    return JSON.parse(body);
  };
}
