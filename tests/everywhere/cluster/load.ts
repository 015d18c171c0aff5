import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Kubectl } from './kubectl.ts';

export interface LoadResult {
  readonly requests: number;
  readonly failures: readonly string[];
  /** The slowest answer, in milliseconds. */
  readonly slowest: number;
}

/** A request that is repeated; a `kept` one reuses its connection. */
export interface Repeated {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly kept: boolean;
}

/** Sends each request over and over, one after the other, until its standard input ends. */
const GENERATOR = `
import http from 'node:http';
const requests = JSON.parse(process.argv[1]);
const result = { requests: 0, failures: [], slowest: 0 };
let ended = false;
process.stdin.on('end', () => { ended = true; }).resume();
await Promise.all(requests.map(async ({ url, method = 'GET', headers = {}, body, kept }) => {
  const agent = new http.Agent({ keepAlive: kept });
  while (!ended) {
    const started = Date.now();
    const failure = await new Promise((resolve) => {
      const request = http.request(url, { method, headers, agent, timeout: 30000 }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode < 400 ? null : String(answer.statusCode))).on('error', (error) => resolve(error.code));
      });
      request.on('timeout', () => request.destroy(new Error('timeout'))).on('error', (error) => resolve(error.code ?? error.message)).end(body);
    });
    result.requests += 1;
    result.slowest = Math.max(result.slowest, Date.now() - started);
    if (failure !== null) result.failures.push(\`\${new Date().toISOString()} \${method} \${url} \${kept ? 'kept' : 'new'} \${failure}\`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
}));
process.stdout.write(JSON.stringify(result));
`;

/** Keeps a load on the site from inside the cluster while `during` runs, and for a few seconds before and after. */
export async function underLoad(
  kubectl: Kubectl,
  requests: readonly Repeated[],
  during: () => Promise<void>,
): Promise<LoadResult> {
  const command = ['node', '--input-type=module', '-e', GENERATOR, JSON.stringify(requests)];
  const generator = kubectl.startIn('deployment/stage', command);
  const { stdin, stdout } = generator;
  if (stdin === null || stdout === null) throw new Error('the load generator has no streams');
  const output = text(stdout);
  const ended = once(generator, 'exit');
  try {
    await pause();
    await during();
    await pause();
  } finally {
    stdin.end();
    await ended;
  }
  return JSON.parse(await output) as LoadResult;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3000));
}
