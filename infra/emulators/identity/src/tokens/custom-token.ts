import { parseObject } from '@outharbor/emulator-kit/json-object';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { rejectReservedClaims } from './claims.ts';
import { type Claims, decodeJwt, isSignedBy } from './jwt.ts';
import { serviceAccountEmail } from './service-account.ts';

const CUSTOM_TOKEN_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

const MAX_LIFETIME_SECONDS = 3600;
/** The clock skew that is tolerated. */
const CLOCK_SKEW_SECONDS = 300;
const MAX_UID_LENGTH = 128;

/** Returns the user and claims of a custom token; throws INVALID_CUSTOM_TOKEN or the error for its claims. */
export function readCustomToken(token: string, context: Context) {
  const claims = context.permissive ? unverifiedClaims(token) : verifiedClaims(token, context);
  const uid = claims.uid ?? claims.user_id;
  if (typeof uid !== 'string' || uid === '') throw badRequest('MISSING_IDENTIFIER');
  if (uid.length > MAX_UID_LENGTH) throw invalid('The uid is longer than 128 characters.');
  const extra = claims.claims ?? {};
  rejectReservedClaims(extra);
  const { tenant_id: tenantId } = claims;
  return { uid, claims: extra as Claims, tenantId: typeof tenantId === 'string' ? tenantId : undefined };
}

function verifiedClaims(token: string, { project, keys }: Context): Claims {
  const clientEmail = serviceAccountEmail(project.projectId);
  const nowSeconds = project.nowSeconds();
  const jwt = decodeJwt(token);
  if (jwt === undefined) throw invalid('Invalid assertion format. 3 dot separated segments required.');
  const { claims } = jwt;
  if (claims.iss !== clientEmail || claims.sub !== clientEmail) {
    throw badRequest(
      'CREDENTIAL_MISMATCH : The custom token was not issued by this project’s service account. Use the key file of GET /_emulator/service-account, or, for SDKs that are connected by FIREBASE_AUTH_EMULATOR_HOST and sign nothing, set identity.permissive (PERMISSIVE=true) or use --real-names.',
    );
  }
  if (!keys.serviceAccount.some(({ publicKey }) => isSignedBy(jwt, publicKey)))
    throw invalid('Invalid signature.');
  if (claims.aud !== CUSTOM_TOKEN_AUDIENCE) throw invalid('Invalid audience.');
  const { iat, exp } = claims;
  if (typeof iat !== 'number' || typeof exp !== 'number') throw invalid('iat and exp are required.');
  if (exp - iat > MAX_LIFETIME_SECONDS) throw invalid('The token lifetime exceeds one hour.');
  if (exp <= nowSeconds || iat > nowSeconds + CLOCK_SKEW_SECONDS)
    throw invalid('The token has expired or was issued in the future.');
  return claims;
}

/** The official emulator accepts unsigned tokens and bare JSON. */
function unverifiedClaims(token: string): Claims {
  if (token.startsWith('{')) {
    const claims = parseObject(token);
    if (claims !== undefined) return claims;
    throw invalid('((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))');
  }
  const jwt = decodeJwt(token);
  if (jwt === undefined) throw invalid('Invalid assertion format');
  if (jwt.claims.aud !== CUSTOM_TOKEN_AUDIENCE) throw invalid('((Invalid aud (audience).))');
  return jwt.claims;
}

const invalid = (why: string) => badRequest(`INVALID_CUSTOM_TOKEN : ${why}`);
