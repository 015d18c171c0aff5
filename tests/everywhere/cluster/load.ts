import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Kubectl } from './kubectl.ts';

export interface LoadResult {
  readonly requests: number;
  readonly failures: readonly string[];
  /** Requests that were sent again because their connection broke without an answer. */
  readonly repeated: number;
  /** The slowest answer, in milliseconds. */
  readonly slowest: number;
}

/** A request that is sent over and over; a `kept` one reuses its connection. */
export interface LoadRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly kept: boolean;
}

export interface Load {
  readonly requests: readonly LoadRequest[];
  /** The database to which a socket is held open, and asked for an answer all the time. */
  readonly database: { readonly host: string; readonly authorityFile: string };
}

/**
 * Sends each request over and over, one after the other, until its standard input ends. Like an ingress, it sends a
 * request again if the connection breaks without an answer.
 */
const GENERATOR = `
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const { requests, database } = JSON.parse(process.argv[1]);
const result = { requests: 0, failures: [], repeated: 0, slowest: 0 };
let ended = false;
process.stdin.on('end', () => { ended = true; }).resume();

async function repeatedly(name, ask) {
  while (!ended) {
    const started = Date.now();
    const failure = await ask();
    result.requests += 1;
    result.slowest = Math.max(result.slowest, Date.now() - started);
    if (failure !== null) result.failures.push([new Date().toISOString(), name, failure].join(' '));
    await pause(5);
  }
}

function send({ url, method = 'GET', headers = {}, body }, agent) {
  return new Promise((resolve) => {
    const request = http.request(url, { method, headers, agent, timeout: 30000 }, (answer) => {
      text(answer).then(
        (body) => resolve({ failure: answer.statusCode < 400 ? null : [answer.statusCode, body.slice(0, 200)].join(' ') }),
        (error) => resolve({ failure: error.code }),
      );
    });
    request.on('timeout', () => request.destroy(new Error('timeout')))
      .on('error', (error) => resolve({ failure: error.code ?? error.message, broken: error.message !== 'timeout' }))
      .end(body);
  });
}

async function sendUntilAnswered(request, agent) {
  for (let attempt = 1; ; attempt += 1) {
    const { failure, broken = false } = await send(request, agent);
    if (!broken || attempt === 5) return failure;
    result.repeated += 1;
    await pause(300);
  }
}

async function keepAsking(request) {
  const agent = new http.Agent({ keepAlive: request.kept });
  const { method = 'GET', url, kept } = request;
  await repeatedly([method, url, kept ? 'kept' : 'new'].join(' '), () => sendUntilAnswered(request, agent));
  agent.destroy();
}

function openSocket({ host, authorityFile }) {
  return new Promise((resolve, reject) => {
    https.get({
      host: '127.0.0.1', servername: host, ca: readFileSync(authorityFile), path: '/.ws?v=5&ns=' + host.split('.')[0],
      headers: { Host: host, Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': btoa('0123456789abcdef') },
    }).on('upgrade', (answer, socket) => resolve(socket)).on('response', ({ statusCode }) => reject(new Error('database: ' + statusCode))).on('error', reject);
  });
}

async function keepAskingTheDatabase() {
  const socket = await openSocket(database);
  let answered = () => {};
  socket.on('data', () => answered(null)).on('close', () => answered('closed')).on('error', () => {});
  const question = Buffer.from(JSON.stringify({ t: 'd', d: { r: 1, a: 's', b: { c: {} } } }));
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | question.length, 0, 0, 0, 0]), question]);
  await repeatedly('database socket', () => new Promise((resolve) => {
    answered = resolve;
    if (socket.destroyed) resolve('closed');
    else socket.write(frame);
    setTimeout(resolve, 30000, 'timeout').unref();
  }));
  socket.destroy();
}

await Promise.all([...requests.map(keepAsking), keepAskingTheDatabase()]);
process.stdout.write(JSON.stringify(result));
`;

/** Keeps a load on the site from inside the cluster while `during` runs, and for a few seconds before and after. */
export async function underLoad(
  kubectl: Kubectl,
  load: Load,
  during: () => Promise<void>,
): Promise<LoadResult> {
  const command = ['node', '--input-type=module', '-e', GENERATOR, JSON.stringify(load)];
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
