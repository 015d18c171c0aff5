import { expect } from 'vitest';
import type { World } from './forms.ts';

export interface Answer {
  readonly status: number;
  readonly body: ApiBody;
}

type ApiBody = Readonly<Record<string, unknown>>;

type Params = Readonly<Record<string, unknown>>;

/** Form fields in bracket notation. */
export function* listFields(params: object, prefix = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(params)) {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (typeof value === 'object' && value !== null) yield* listFields(value, name);
    else if (value !== undefined) yield [name, String(value ?? '')];
  }
}

/** Sends a request with the secret key, and with a form if there is one. */
export const send = (
  { emulator }: Pick<World, 'emulator'>,
  method: string,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  fetch(`${emulator.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${emulator.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });

/** Calls the API without an SDK, in any version, and in a connected account if one is given. */
export function rawApi(world: World, version?: string, account?: string) {
  const call = async (method: string, path: string, params: Params = {}): Promise<Answer> => {
    const form = new URLSearchParams([...listFields(params)]).toString();
    const isPost = method === 'POST';
    const query = isPost || form === '' ? '' : `?${form}`;
    const response = await send(world, method, `/v1/${path}${query}`, isPost ? form : undefined, {
      ...(version === undefined ? {} : { 'stripe-version': version }),
      ...(account === undefined ? {} : { 'stripe-account': account }),
    });
    return { status: response.status, body: (await response.json()) as ApiBody };
  };
  return {
    get: (path: string, params?: Params) => call('GET', path, params),
    post: (path: string, params?: Params) => call('POST', path, params),
    remove: (path: string) => call('DELETE', path),
  };
}

/** Returns the error, of which `error` is a part. */
export async function expectError(answer: Promise<Answer>, status: number, error: object): Promise<ApiBody> {
  const { status: answered, body } = await answer;
  expect({ status: answered, body }).toMatchObject({ status, body: { error } });
  return body.error as ApiBody;
}
