import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import type { CallAnswer } from '@outharbor/contract/schemas';
import { assertSafeError } from './safe-error.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ApiBody;
}

interface ApiBody {
  readonly session?: { readonly id: string; readonly url: string };
  readonly planType?: string;
  readonly sessionId?: string;
  readonly url?: string;
  readonly error?: { readonly code: string; readonly message: string; readonly requestId: string };
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** An API client for one user. It checks that every error response is safe. */
export function createApiClient(apiUrl: () => string, uid: string, token: () => string) {
  const post = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> => {
    const response = await fetch(`${apiUrl()}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 400) assertSafeError(response.status, text);
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as ApiBody };
  };
  /** Posts a request about the user's own account. */
  const ask = (path: string, more = {}) => post(path, { customerId: uid, ...more });
  return {
    uid,
    post,
    ask,
    book: (plan: PlanPrice) => ask(API_PATHS.createCheckoutSession, { plan }),
    confirm: (sessionId: string) => post(API_PATHS.confirmPayment, { sessionId, firebaseId: uid }),
    account: async () => (await ask(API_PATHS.account)).body as unknown as CallAnswer<'account'>,
    openPortal: () => ask(API_PATHS.createBillingPortalSession),
  };
}

/** Returns the session of a checkout response; throws if there is none. */
export function requireSession({ status, body }: ApiAnswer) {
  if (body.session === undefined) throw new Error(`no session: ${status} ${JSON.stringify(body)}`);
  return body.session;
}
