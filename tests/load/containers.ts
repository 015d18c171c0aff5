import { API_PATHS } from '@outharbor/contract/paths';
import autocannon from 'autocannon';
import type { Measurement } from '../../scripts/benchmark-report.ts';
import { dockerAnswers } from '../../scripts/docker-engine.ts';
import { deploySwarmStack } from '../support/containers/swarm-stack.ts';

export const title = 'API replicas on a single-node swarm';

const REPLICAS = [1, 2, 4];
const SECONDS = 15;
const CONNECTIONS = 64;

/** Measures requests per second through Nginx by number of API replicas; empty without a Docker engine. */
export async function measure(): Promise<Measurement[]> {
  if (!(await dockerAnswers())) return [];
  const stack = await deploySwarmStack();
  try {
    const rows: Measurement[] = [];
    for (const replicas of REPLICAS) {
      await stack.scaleApi(replicas);
      await load(stack.url, 3);
      const value = await load(stack.url, SECONDS);
      rows.push({ name: `API replicas: ${replicas}`, value, unit: 'requests/s' });
    }
    return rows;
  } finally {
    await stack.remove();
  }
}

/** Sends calls without a token, which the API rejects itself, so that no emulator is measured. */
async function load(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${url}${API_PATHS.createCheckoutSession}`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) =>
      client.setHeadersAndBody(
        { 'content-type': 'application/json' },
        JSON.stringify({ plan: 500, customerId: 'nobody' }),
      ),
  });
  const refused = result.statusCodeStats['401']?.count ?? 0;
  const others = result.requests.total - refused + result.errors;
  if (others > 0)
    throw new Error(`${others} of ${result.requests.total} requests were not answered with 401.`);
  return result.requests.total / result.duration;
}
