import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

/** The service returns the project number here; no client uses it. */
const PROJECT_NUMBER = '12345';

/** Exchanges a refresh token. The token remains valid, and the sign-in time is unchanged. */
export async function refreshTokens({ project, tokens }: Context, body: Fields): Promise<object> {
  const grantType = body.text('grantType');
  if (grantType === undefined) throw badRequest('MISSING_GRANT_TYPE');
  if (grantType !== 'refresh_token') throw badRequest('INVALID_GRANT_TYPE');
  const refreshToken = body.required('refreshToken', 'MISSING_REFRESH_TOKEN');
  const { user, signIn } = tokens.redeemRefreshToken(refreshToken);
  const refreshed = project.updateUser(user.localId, (stored) => ({
    ...stored,
    lastRefreshAt: project.now(),
  }));
  const issued = await tokens.issue(refreshed, signIn);
  return {
    id_token: issued.idToken,
    access_token: issued.idToken,
    expires_in: issued.expiresIn,
    refresh_token: issued.refreshToken,
    token_type: 'Bearer',
    user_id: user.localId,
    project_id: PROJECT_NUMBER,
  };
}
