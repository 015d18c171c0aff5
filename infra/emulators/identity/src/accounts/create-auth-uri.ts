import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { parseEmail } from './email-address.ts';
import { listProviders } from './user-wire.ts';

/** Returns the sign-in methods of an email address; nothing with enumeration protection. */
export function createAuthUri({ project }: Context, body: Fields): object {
  if (body.has('providerId')) throw notImplemented('identity provider sign-in pages');
  const identifier = body.text('identifier');
  const continueUri = body.text('continueUri');
  if (identifier === undefined) throw badRequest('MISSING_IDENTIFIER');
  if (continueUri === undefined) throw badRequest('MISSING_CONTINUE_URI');
  const email = parseEmail(identifier, 'INVALID_IDENTIFIER');
  if (!URL.canParse(continueUri)) throw badRequest('INVALID_CONTINUE_URI');
  const answer = {
    kind: 'identitytoolkit#CreateAuthUriResponse',
    sessionId: body.text('sessionId') ?? randomBytes(20).toString('base64url'),
  };
  if (project.config.emailPrivacyConfig.enableImprovedEmailPrivacy) return answer;
  const user = project.users.byEmail(email) ?? byProviderEmail(project.users.all(), email);
  if (user === undefined) return { ...answer, registered: false, allProviders: [], signinMethods: [] };
  // With one account per provider, an email address does not determine the provider.
  const federated = project.config.signIn.allowDuplicateEmails ? [] : user.federated;
  const signinMethods = [
    ...federated.map(({ providerId }) => providerId),
    ...(user.password ? ['password'] : []),
    ...(user.emailLinkSignIn ? ['emailLink'] : []),
  ];
  return {
    ...answer,
    registered: true,
    allProviders: listProviders({ ...user, federated, phoneNumber: undefined }).map(
      ({ providerId }) => providerId,
    ),
    signinMethods,
  };
}

function byProviderEmail(users: Iterable<User>, email: string): User | undefined {
  for (const user of users) if (user.federated.some((account) => account.email === email)) return user;
  return undefined;
}
