import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { newUser } from '../state/user.ts';
import { readCustomToken } from '../tokens/custom-token.ts';
import type { Fields } from '../wire/fields.ts';
import { rejectDisabled, startSession } from './session.ts';

/** Signs in the user of a custom token; creates a user for an unknown uid. */
export async function signInWithCustomToken(context: Context, body: Fields): Promise<object> {
  const { project } = context;
  const token = body.required('token', 'MISSING_CUSTOM_TOKEN');
  const { uid, claims, tenantId } = readCustomToken(token, context);
  if (tenantId !== project.tenantId) throw badRequest('TENANT_ID_MISMATCH');
  const known = project.users.byId(uid);
  if (known !== undefined) rejectDisabled(known);
  project.saveUser({ ...(known ?? newUser(uid, project.now())), customAuth: true });
  return {
    kind: 'identitytoolkit#VerifyCustomTokenResponse',
    isNewUser: known === undefined,
    ...(await startSession(context, uid, 'custom', { customClaims: claims })),
  };
}
