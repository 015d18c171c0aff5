import type { ErrorCode } from '@outharbor/contract/errors';
import type { ErrorResponse } from '@outharbor/contract/schemas';

/** A response outside 200-299. `code` is undefined if the response is not from the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;

  constructor(status: number, error?: ErrorResponse['error']) {
    super(error ? `${error.code} (request ${error.requestId})` : `status ${status}`);
    this.status = status;
    this.code = error?.code;
  }
}

/** Calls the API as the token's user. Rejects with `ApiError`. */
export async function post<Answer>(path: string, body: object, idToken: string): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new ApiError(response.status, await readError(response));
  return (await response.json()) as Answer;
}

/** Returns undefined if the response is not JSON, such as a proxy's error page. */
async function readError(response: Response): Promise<ErrorResponse['error'] | undefined> {
  const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
  return isJson ? ((await response.json()) as Partial<ErrorResponse>).error : undefined;
}
