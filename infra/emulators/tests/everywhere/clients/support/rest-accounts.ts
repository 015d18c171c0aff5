import type { IdentityEmulator } from '@outharbor/identity-emulator';

export const PASSWORD = 'correct horse battery';

let people = 0;
export const newEmail = () => `person-${++people}@example.com`;

export interface SignedIn {
  readonly localId: string;
  readonly idToken: string;
}

/** Signs up over REST, as a web client does. */
export function signUp(identity: IdentityEmulator, apiKey = 'any'): Promise<SignedIn> {
  return accounts(identity, 'signUp', { email: newEmail(), password: PASSWORD }, apiKey);
}

export function signIn(identity: IdentityEmulator, email: string): Promise<SignedIn> {
  return accounts(identity, 'signInWithPassword', { email, password: PASSWORD });
}

export function signInWithCustomToken(identity: IdentityEmulator, token: string): Promise<SignedIn> {
  return accounts(identity, 'signInWithCustomToken', { token, returnSecureToken: true });
}

async function accounts(
  { url }: IdentityEmulator,
  operation: string,
  body: object,
  apiKey = 'any',
): Promise<SignedIn> {
  const answer = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as SignedIn;
}
