import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Claims } from '../tokens/jwt.ts';
import { seal, unseal } from '../tokens/sealed-token.ts';
import type { Fields } from '../wire/fields.ts';
import type { SamlSubject } from './saml-response.ts';
import { requireSignedIn } from './session.ts';

const PURPOSE = 'provider';

/** A person at a provider. */
export interface ProviderSubject {
  readonly providerId: string;
  readonly claims: Claims;
  readonly saml?: SamlSubject | undefined;
}

/** The provider's access token, with which the app can sign in again or link an account. */
export function issueProviderToken({ project, keys }: Context, subject: ProviderSubject): string {
  return seal(keys.findSecret(project), PURPOSE, { ...subject, issuedAt: project.now() });
}

/** Returns undefined for a token that was not issued here or was revoked. */
export function readProviderToken({ project, keys }: Context, token: string): ProviderSubject | undefined {
  if (project.isRevoked(digest(token))) return undefined;
  return unseal(keys.findSecret(project), PURPOSE, token) as ProviderSubject | undefined;
}

/** `revokeAccessToken`: the user signs in to Apple anew from now on. */
export function revokeProviderToken(context: Context, body: Fields): object {
  requireSignedIn(context, body);
  if (body.text('providerId') !== 'apple.com') throw badRequest('INVALID_PROVIDER_ID');
  const token = body.required('token', 'MISSING_TOKEN');
  context.project.revoke(digest(token));
  return {};
}

const digest = (token: string) => createHash('sha256').update(token).digest('base64url');
