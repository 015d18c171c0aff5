import type { IncomingMessage, ServerResponse } from 'node:http';
import { explain } from '@outharbor/emulator-kit/explain';
import { createHttpServer, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { readBody } from '@outharbor/emulator-kit/read-body';
import { prepareFile, replaceFile } from '@outharbor/emulator-kit/replace-file';
import { readKey } from '../calls/authenticate.ts';
import { isObject } from '../description/json.ts';
import { type Exchange, recordingText } from './exchange.ts';
import { Redaction } from './redaction.ts';

export interface RecordingProxyOptions {
  /** The file that the redacted exchanges are written to, after each of them. */
  readonly file: string;
  /** The real Stripe by default. */
  readonly upstream?: string;
  /** A free one by default. */
  readonly port?: number;
}

const STRIPE = 'https://api.stripe.com';
const MAX_BODY_BYTES = 10_000_000;
/** Headers of one connection, which neither a request nor an answer takes along. */
const OF_CONNECTION = ['connection', 'content-length', 'transfer-encoding'];
const NOT_FORWARDED: ReadonlySet<string> = new Set([...OF_CONNECTION, 'host']);
const NOT_RETURNED: ReadonlySet<string> = new Set([...OF_CONNECTION, 'content-encoding']);

/** Forwards calls made with a test key to Stripe, and records them without the key. No other key is sent on. */
export async function startRecordingProxy(options: RecordingProxyOptions) {
  const { file, port = 0, upstream = STRIPE } = options;
  await prepareFile(file);
  const exchanges: Exchange[] = [];
  const redaction = new Redaction();
  // Written in the order of the answers, one after the other.
  let written: Promise<void> = Promise.resolve();
  const keep = (exchange: Exchange) => {
    exchanges.push(redaction.exchange(exchange));
    written = written.then(() => replaceFile(file, [recordingText(exchanges)]));
    return written;
  };
  const server = createHttpServer((request, response) => {
    forward(request, response, upstream, keep).catch((error: unknown) => {
      reject(response, 502, `${upstream} could not be reached: ${explain(causeOf(error))}`);
    });
  });
  const address = await listenOn(server, port, '127.0.0.1');
  return {
    url: address.url,
    port: address.port,
    close: async () => {
      await stopListening(server);
      await written;
    },
  };
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: string,
  keep: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  if (!/^[sr]k_test_/.test(readKey(request.headers.authorization ?? ''))) {
    reject(response, 403, 'The recording proxy forwards calls with a test key only (sk_test_ or rk_test_).');
    return;
  }
  const { method = 'GET', url: path = '/' } = request;
  const form = await readBody(request, MAX_BODY_BYTES, () => new Error('the request is too large'));
  const answer = await fetch(new URL(path, upstream), {
    method,
    headers: forwardedHeaders(request),
    ...(form === '' ? {} : { body: form }),
  });
  const body = await answer.text();
  const version = answer.headers.get('stripe-version') ?? '';
  await keep({ method, path, version, form, status: answer.status, answer: parseBody(body) });
  const headers = [...answer.headers].filter(([name]) => !NOT_RETURNED.has(name));
  response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
}

function forwardedHeaders({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !NOT_FORWARDED.has(name) ? [[name, value]] : [],
  );
}

/** `fetch` says only that it failed; several addresses fail for a cause each. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return error.errors[0];
  return error instanceof Error && error.cause ? causeOf(error.cause) : error;
}

function parseBody(body: string): Exchange['answer'] {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    // A PDF or an error page of a gateway has no fields to compare.
    return null;
  }
}

function reject(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ error: { message, type: 'api_error' } });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
