import { createHash } from 'node:crypto';
import { parseObject } from '@outharbor/emulator-kit/json-object';
import type { Context } from '../context.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { FederatedAccount } from '../state/user.ts';
import { type Claims, decodeJwt } from '../tokens/jwt.ts';
import type { Fields } from '../wire/fields.ts';
import { isEmailAddress } from './email-address.ts';
import { issueProviderToken, type ProviderSubject, readProviderToken } from './provider-token.ts';
import { rawUserInfo } from './raw-user-info.ts';
import { readSamlResponse } from './saml-response.ts';

export interface IdpIdentity {
  readonly account: FederatedAccount;
  readonly emailVerified: boolean;
  readonly attributes?: Claims | undefined;
  /** Response fields about the provider's account. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Reads a provider's response. It comes from the client, and no real provider could verify it. */
export function readIdpRequest(context: Context, body: Fields): IdpIdentity {
  const pendingToken = body.text('pendingToken');
  if (pendingToken) return toIdentity(context, requireToken(context, pendingToken), {});
  const uri = answeredUri(body);
  const parameters = uri.searchParams;
  const providerId = parameters.get('providerId')?.toLowerCase();
  if (!providerId) {
    throw badRequest(`INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${uri.href}`);
  }
  const idToken = parameters.get('id_token') ?? undefined;
  const accessToken = parameters.get('access_token') ?? undefined;
  const claims = readIdTokenClaims(idToken) ?? readIdTokenClaims(accessToken);
  if (claims === undefined) {
    if (idToken !== undefined || context.permissive || !accessToken) throw unusableToken(idToken);
    return toIdentity(context, requireToken(context, accessToken, providerId), { accessToken });
  }
  if (!context.permissive) rejectBadNonce(claims, parameters.get('nonce') ?? '');
  const samlResponse = parameters.get('SAMLResponse');
  const saml = providerId.startsWith('saml.') && samlResponse ? readSamlResponse(samlResponse) : undefined;
  return toIdentity(context, { providerId, claims, saml }, { idToken, accessToken });
}

function requireToken(context: Context, token: string, providerId?: string): ProviderSubject {
  const subject = readProviderToken(context, token);
  if (subject !== undefined && subject.providerId === (providerId ?? subject.providerId)) return subject;
  throw badRequest(
    'INVALID_IDP_RESPONSE : Bad access token. The identity emulator accepts those of its own sign-in page, and claims as JSON.',
  );
}

/** An ID token with a nonce belongs to the app that knows what the nonce is the hash of. */
function rejectBadNonce({ nonce }: Claims, rawNonce: string): void {
  if (nonce === undefined || createHash('sha256').update(rawNonce).digest('hex') === nonce) return;
  throw badRequest(
    'MISSING_OR_INVALID_NONCE : The nonce in ID Token does not match the SHA256 hash of the raw nonce in the request.',
  );
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
  const claims = parseObject(text);
  if (claims !== undefined) return claims;
  throw badRequest(
    'INVALID_IDP_RESPONSE : Unable to parse id_token ((Auth Emulator failed to parse fake id_token as strict JSON.))',
  );
}

function toIdentity(
  context: Context,
  subject: ProviderSubject,
  { idToken, accessToken }: Partial<Record<'idToken' | 'accessToken', string | undefined>>,
): IdpIdentity {
  const { providerId, claims, saml } = subject;
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
  const nameId = saml && isEmailAddress(saml.nameId) ? saml.nameId : undefined;
  const rawId = text('sub') ?? '';
  const account: FederatedAccount = {
    providerId,
    rawId,
    federatedId: providerId === 'google.com' ? `https://accounts.google.com/${rawId}` : rawId,
    email: (nameId ?? text('email'))?.toLowerCase(),
    displayName: text('name'),
    photoUrl: text('picture'),
    screenName: text('screen_name'),
  };
  const emailVerified = nameId !== undefined || claims.email_verified === true;
  const issued = context.permissive ? undefined : issueProviderToken(context, subject);
  const answer = {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    ...account,
    email: nameId ?? account.email,
    emailVerified,
    fullName: account.displayName,
    firstName: text('given_name'),
    lastName: text('family_name'),
    rawUserInfo: JSON.stringify(saml ? saml.attributes : rawUserInfo(providerId, claims)),
    oauthIdToken: idToken,
    oauthAccessToken: accessToken ?? issued ?? `FirebaseAuthEmulatorFakeAccessToken_${providerId}`,
    ...(issued && providerId === 'twitter.com' && { oauthTokenSecret: 'unused' }),
    pendingToken: issued,
  };
  return { account, emailVerified, attributes: saml?.attributes, answer };
}
