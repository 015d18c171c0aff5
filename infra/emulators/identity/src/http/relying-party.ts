import { listUsers } from '../admin/list-users.ts';
import type { Context } from '../context.ts';
import type { Fields } from '../wire/fields.ts';
import { CLIENT, type Operation } from './operations.ts';

/** Version 3 of the API, used by older SDKs. */
export const RELYING_PARTY_PATH = 'www.googleapis.com/identitytoolkit/v3/relyingparty';

const NAMES = {
  createAuthUri: 'createAuthUri',
  deleteAccount: 'delete',
  emailLinkSignin: 'signInWithEmailLink',
  getAccountInfo: 'lookup',
  getOobConfirmationCode: 'sendOobCode',
  resetPassword: 'resetPassword',
  sendVerificationCode: 'sendVerificationCode',
  setAccountInfo: 'update',
  signupNewUser: 'signUp',
  verifyCustomToken: 'signInWithCustomToken',
  verifyPassword: 'signInWithPassword',
  verifyPhoneNumber: 'signInWithPhoneNumber',
} as const satisfies Readonly<Record<string, keyof typeof CLIENT>>;

/** Client calls by their version 3 names. */
export const RELYING_PARTY: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.entries(NAMES).map(([name, successor]) => [name, CLIENT[successor]]),
);

/** Version 3 reads from the body what `accounts:batchGet` reads from the query. */
export function downloadAccount(context: Context, body: Fields): object {
  const maxResults = body.integer('maxResults');
  const nextPageToken = body.text('nextPageToken');
  return listUsers(
    context,
    new URLSearchParams({
      ...(maxResults !== undefined && { maxResults: String(maxResults) }),
      ...(nextPageToken !== undefined && { nextPageToken }),
    }),
  );
}
