import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

export interface RestResponse {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** An error response of the REST API: `{"error": message}` with a status. */
export class RestError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.name = 'RestError';
    this.statusCode = statusCode;
  }
}

export function ok(body: string, headers: OutgoingHttpHeaders = {}): RestResponse {
  return { status: 200, body, headers };
}

export function failure(status: number, message: string): RestResponse {
  return { status, body: JSON.stringify({ error: message }) };
}

export function writeResponse(response: ServerResponse, { status, body, headers }: RestResponse): void {
  const bytes = Buffer.from(body);
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    ...(hasBody && { 'content-length': bytes.length }),
    ...headers,
  });
  response.end(hasBody ? bytes : undefined);
}
