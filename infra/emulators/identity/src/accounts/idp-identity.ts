import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { FederatedAccount } from '../state/user.ts';
import { type Claims, decodeJwt } from '../tokens/jwt.ts';
import type { Fields } from '../wire/fields.ts';
import { isEmailAddress } from './email-address.ts';
import { rawUserInfo } from './raw-user-info.ts';
import { readSamlResponse, type SamlSubject } from './saml-response.ts';

export interface IdpIdentity {
  readonly account: FederatedAccount;
  readonly emailVerified: boolean;
  readonly attributes?: Claims | undefined;
  /** Response fields about the provider's account. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Reads fake provider claims supplied by the client; nothing is verified. */
export function readIdpRequest(body: Fields): IdpIdentity {
  const uri = answeredUri(body);
  const parameters = uri.searchParams;
  const providerId = parameters.get('providerId')?.toLowerCase();
  if (!providerId) {
    throw badRequest(`INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${uri.href}`);
  }
  const idToken = parameters.get('id_token') ?? undefined;
  const accessToken = parameters.get('access_token') ?? undefined;
  const claims = readIdTokenClaims(idToken) ?? readIdTokenClaims(accessToken);
  if (claims === undefined) throw unusableToken(idToken);
  const samlResponse = parameters.get('SAMLResponse');
  if (providerId.startsWith('saml.') && samlResponse)
    return withSamlSubject(
      toIdentity(providerId, claims, { idToken, accessToken }),
      readSamlResponse(samlResponse),
    );
  return toIdentity(providerId, claims, { idToken, accessToken });
}

function unusableToken(idToken: string | undefined): Error {
  return idToken === undefined
    ? notImplemented('sign-in with a provider without an id_token')
    : badRequest(
        'INVALID_IDP_RESPONSE : Unable to parse id_token ((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))',
      );
}

/** The provider's callback URL, with all parameters of its query, body and fragment. */
function answeredUri(body: Fields): URL {
  const requestUri = body.text('requestUri');
  if (requestUri === undefined) throw badRequest('MISSING_REQUEST_URI');
  const uri = URL.parse(requestUri);
  if (uri === null) throw badRequest('INVALID_REQUEST_URI');
  const sources = [body.text('postBody') ?? '', uri.hash.slice(1)];
  for (const source of sources) {
    for (const [name, value] of new URLSearchParams(source)) uri.searchParams.set(name, value);
  }
  return uri;
}

function readIdTokenClaims(text: string | undefined): Claims | undefined {
  if (!text) return undefined;
  const claims = text.startsWith('{') ? parseClaims(text) : decodeJwt(text)?.claims;
  if (claims !== undefined && (typeof claims.sub !== 'string' || claims.sub === '')) {
    throw badRequest(
      'INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ((sub))',
    );
  }
  return claims;
}

function parseClaims(text: string): Claims {
  try {
    return JSON.parse(text) as Claims;
  } catch {
    throw badRequest(
      'INVALID_IDP_RESPONSE : Unable to parse id_token ((Auth Emulator failed to parse fake id_token as strict JSON.))',
    );
  }
}

function toIdentity(
  providerId: string,
  claims: Claims,
  { idToken, accessToken }: { idToken: string | undefined; accessToken: string | undefined },
): IdpIdentity {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
  const rawId = text('sub') ?? '';
  const account: FederatedAccount = {
    providerId,
    rawId,
    federatedId: providerId === 'google.com' ? `https://accounts.google.com/${rawId}` : rawId,
    email: text('email')?.toLowerCase(),
    displayName: text('name'),
    photoUrl: text('picture'),
    screenName: text('screen_name'),
  };
  const emailVerified = claims.email_verified === true;
  const answer = {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId,
    federatedId: account.federatedId,
    rawId,
    email: account.email,
    emailVerified,
    displayName: account.displayName,
    fullName: account.displayName,
    firstName: text('given_name'),
    lastName: text('family_name'),
    screenName: account.screenName,
    photoUrl: account.photoUrl,
    rawUserInfo: JSON.stringify(rawUserInfo(providerId, claims)),
    oauthIdToken: idToken,
    oauthAccessToken: accessToken ?? `FirebaseAuthEmulatorFakeAccessToken_${providerId}`,
  };
  return { account, emailVerified, answer };
}

/** Adds the subject and attributes of a SAML response. */
function withSamlSubject(identity: IdpIdentity, { nameId, attributes }: SamlSubject): IdpIdentity {
  const { account, answer } = identity;
  const isEmail = isEmailAddress(nameId);
  return {
    account: { ...account, ...(isEmail && { email: nameId.toLowerCase() }) },
    emailVerified: isEmail || identity.emailVerified,
    attributes,
    answer: {
      ...answer,
      ...(isEmail && { email: nameId, emailVerified: true }),
      rawUserInfo: JSON.stringify(attributes),
    },
  };
}
