import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { refuseProvider } from '../providers/require-provider.ts';
import type { User } from '../state/user.ts';
import type { Claims } from '../tokens/jwt.ts';
import { signInPage } from './sign-in-page.ts';

/** Their word for an address counts; others sign in with addresses that nobody verified. */
const VERIFIES_ADDRESSES = /^(?:google\.com|apple\.com|yahoo\.com|oidc\..*|saml\..*)$/;

/** The page of `signInWithPopup` and `signInWithRedirect`. Throws when the link is incomplete. */
export function providerPage({ project, permissive }: Context, query: URLSearchParams): string {
  const providerId = query.get('providerId');
  if (!providerId) throw badRequest('MISSING_PROVIDER_ID');
  const users = [...project.users.all()];
  return signInPage({
    accounts: users.flatMap((user) => listAccounts(user, providerId)),
    addresses: users.flatMap(({ email }) => email ?? []),
    verifies: permissive || VERIFIES_ADDRESSES.test(providerId),
    problem: permissive ? undefined : refuseProvider(project.config, providerId),
  });
}

function listAccounts({ federated }: User, providerId: string): Claims[] {
  return federated
    .filter((account) => account.providerId === providerId)
    .map(({ rawId, displayName, screenName, email, photoUrl }) => {
      return { sub: rawId, name: displayName, screen_name: screenName, email, picture: photoUrl };
    });
}
