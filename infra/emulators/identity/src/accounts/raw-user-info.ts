import type { Claims } from '../tokens/jwt.ts';

const SCOPE = 'https://www.googleapis.com/auth/userinfo';

/** The provider's user info under its own field names; for most providers, the claims. */
export function rawUserInfo(providerId: string, claims: Claims): Claims {
  if (providerId !== 'google.com') return claims;
  const { sub, email, email_verified, name, given_name, family_name, picture } = claims;
  const scopes = ['openid', `${SCOPE}.profile`, ...(email === undefined ? [] : [`${SCOPE}.email`])];
  return {
    id: sub,
    email,
    verified_email: email_verified,
    name,
    given_name,
    family_name,
    picture,
    locale: 'en',
    granted_scopes: scopes.join(' '),
  };
}
