import type { Caller, Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';
import { requireRecentSignIn, requireSignedIn } from './session.ts';

export function deleteAccount(context: Context, body: Fields, caller: Caller): object {
  const { project } = context;
  project.deleteUser(caller.privileged ? knownId(context, body) : ownId(context, body));
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

function knownId({ project }: Context, body: Fields): string {
  const localId = body.text('localId');
  if (localId === undefined) throw badRequest('MISSING_LOCAL_ID');
  if (project.users.byId(localId) === undefined) throw badRequest('USER_NOT_FOUND');
  return localId;
}

function ownId(context: Context, body: Fields): string {
  const signedIn = requireSignedIn(context, body);
  requireRecentSignIn(context, signedIn);
  return signedIn.user.localId;
}
