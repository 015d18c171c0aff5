import Stripe from 'stripe';
import { errors, Pool } from 'undici';
import { callHttp, type HttpAnswer } from './http-call.ts';

const MAX_CONNECTIONS = 256;
/** Longer than the pauses of a small shop; a connection that Stripe closed meanwhile is noticed and replaced. */
const KEEP_ALIVE_MS = 60_000;

/** Carries the SDK's calls over undici, which takes half the processor time of Node's own client. */
export class StripeHttpClient extends Stripe.HttpClient {
  readonly #pools = new Map<string, Pool>();

  override getClientName(): string {
    return 'undici';
  }

  override async makeRequest(
    ...[host, port, path, method, headers, requestData, protocol, timeout]: Parameters<
      Stripe.HttpClient['makeRequest']
    >
  ): Promise<StripeResponse> {
    const pool = this.#pool(`${protocol}://${host}:${port}`, timeout);
    const times = { headersTimeout: timeout, bodyTimeout: timeout };
    const sent = {
      path,
      method,
      headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      body: requestData === '' ? null : requestData,
    };
    try {
      return new StripeResponse(await callHttp(pool, { ...sent, ...times }));
    } catch (error) {
      throw inTermsOfTheSdk(error);
    }
  }

  #pool(origin: string, timeout: number): Pool {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const pool = new Pool(origin, {
      connections: MAX_CONNECTIONS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: { timeout },
    });
    this.#pools.set(origin, pool);
    return pool;
  }
}

class StripeResponse extends Stripe.HttpClientResponse {
  readonly #answer: HttpAnswer;

  constructor(answer: HttpAnswer) {
    super(answer.status, answer.headers);
    this.#answer = answer;
  }

  override getRawResponse(): HttpAnswer {
    return this.#answer;
  }

  override async toJSON(): Promise<unknown> {
    return this._parseResponseBody(this.#answer.body);
  }
}

/** The SDK tells time-outs and closed connections, which it tries once more, by the codes of Node's own client. */
function inTermsOfTheSdk(error: unknown): unknown {
  if (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  ) {
    return Stripe.HttpClient.makeTimeoutError();
  }
  if (error instanceof errors.SocketError) {
    return Object.assign(new Error('the connection was closed', { cause: error }), { code: 'ECONNRESET' });
  }
  return error;
}
