import type { Caller, Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { parseEmail } from './email-address.ts';
import { requireSignedIn } from './session.ts';
import { userWire } from './user-wire.ts';

const KIND = 'identitytoolkit#GetAccountInfoResponse';
const MAX_IDENTIFIERS = 100;

/** Returns the signed-in user or, for an administrator, every user that matches an identifier. */
export function lookUp(context: Context, body: Fields, caller: Caller): object {
  if (!caller.privileged || body.has('idToken')) {
    return { kind: KIND, users: [userWire(requireSignedIn(context, body).user)] };
  }
  const { users } = context.project;
  const ids = body.texts('localId');
  const emails = body.texts('email');
  const phones = body.texts('phoneNumber');
  const federated = body.objects('federatedUserId');
  if (ids.length + emails.length + phones.length + federated.length > MAX_IDENTIFIERS) {
    throw badRequest(`INVALID_ARGUMENT : At most ${MAX_IDENTIFIERS} identifiers may be given.`);
  }
  const found = [
    ...ids.map((id) => users.byId(id)),
    ...emails.map((email) => users.byEmail(parseEmail(email))),
    ...phones.map((phone) => users.byPhone(phone)),
    ...federated.map((account) =>
      users.byFederated(account.text('providerId') ?? '', account.text('rawId') ?? ''),
    ),
  ].filter((user): user is User => user !== undefined);
  // Without a match the response has no `users`, which SDKs check for.
  return { kind: KIND, ...(found.length > 0 && { users: [...new Set(found)].map(userWire) }) };
}
