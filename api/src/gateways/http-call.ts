import type { Dispatcher } from 'undici';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: string;
}

/** One request over a pool's kept connections, with its whole answer; an answer that is cut off is an error. */
export function callHttp(pool: Dispatcher, options: Dispatcher.DispatchOptions): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: HttpAnswer['headers'] = {};
  pool.dispatch(options, {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, received) {
      status = statusCode;
      headers = received as HttpAnswer['headers'];
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd: () => resolve({ status, headers, body: Buffer.concat(chunks).toString() }),
    onResponseError: (_controller, error) => reject(error),
  });
  return promise;
}
