import { API_PATHS, EMULATED_PATHS } from '@outharbor/contract/paths';

export interface SignedIn {
  readonly uid: string;
  readonly token: string;
}

const PASSWORD = 'correct horse battery';

/** A visitor's calls through the front door, as the site makes them. */
export function visitorAt(origin: string) {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = { status: response.status, retryAfter: response.headers.get('retry-after') };
    return { ...answer, body: (await response.json()) as Record<string, unknown> };
  };
  const account = (action: string, email: string) =>
    post(`${EMULATED_PATHS.identityToolkit}/v1/accounts:${action}?key=demo-key`, {
      email,
      password: PASSWORD,
      returnSecureToken: true,
    });
  const signed = ({ token }: SignedIn) => ({ authorization: `Bearer ${token}` });

  return {
    async register(email: string): Promise<SignedIn> {
      const { body } = await account('signUp', email);
      return { uid: String(body.localId), token: String(body.idToken) };
    },
    signIn: (email: string) => account('signInWithPassword', email),
    async book(user: SignedIn) {
      const { body, ...answer } = await post(
        API_PATHS.createCheckoutSession,
        { plan: 500, customerId: user.uid },
        signed(user),
      );
      const session = body.session as { readonly id: string } | undefined;
      return { ...answer, sessionId: session?.id };
    },
    confirm: (user: SignedIn, sessionId: string) =>
      post(API_PATHS.confirmPayment, { sessionId, firebaseId: user.uid }, signed(user)),
  };
}
