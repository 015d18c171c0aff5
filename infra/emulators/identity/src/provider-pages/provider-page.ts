import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import type { Claims } from '../tokens/jwt.ts';
import { signInPage } from './sign-in-page.ts';

const DISABLED = {
  code: 'auth/operation-not-allowed',
  message: 'The identity emulator supports identity providers only in permissive mode.',
};

/** The page of `signInWithPopup` and `signInWithRedirect`. Throws when the link is incomplete. */
export function providerPage({ project, permissive }: Context, query: URLSearchParams): string {
  const providerId = query.get('providerId');
  if (!providerId) throw badRequest('MISSING_PROVIDER_ID');
  if (!permissive) return signInPage({ accounts: [], error: DISABLED });
  return signInPage({
    accounts: [...project.users.all()].flatMap((user) => listAccounts(user, providerId)),
  });
}

function listAccounts({ federated }: User, providerId: string): Claims[] {
  return federated
    .filter((account) => account.providerId === providerId)
    .map(({ rawId, displayName, screenName, email, photoUrl }) => {
      return { sub: rawId, name: displayName, screen_name: screenName, email, picture: photoUrl };
    });
}
