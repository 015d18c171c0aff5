import type { Context } from '../context.ts';
import { ApiError, badRequest, notImplemented } from '../errors/api-error.ts';
import { requireProvider } from '../providers/require-provider.ts';
import { newUser, type User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { withFederated } from './administrator-fields.ts';
import { type IdpIdentity, readIdpRequest } from './idp-identity.ts';
import { finishFirstFactor, rejectDisabled, requireSignedIn } from './session.ts';

interface Decision {
  readonly user: User;
  readonly isNewUser: boolean;
  /** Another account of the same provider had the address. */
  readonly emailRecycled?: boolean;
}

/**
 * Signs in with an identity provider. What the provider says comes from the client, so only the developer's own pages and
 * programs may call this.
 */
export async function signInWithIdp(context: Context, body: Fields): Promise<object> {
  for (const name of ['returnRefreshToken', 'pendingIdToken']) if (body.raw(name)) throw notImplemented(name);
  const identity = readIdpRequest(context, body);
  if (!context.permissive) requireProvider(context.project.config, identity.account.providerId);
  const linked = body.has('idToken') ? requireSignedIn(context, body).user : undefined;
  try {
    return await signInAs(context, identity, linked, body.flag('autoCreate') ?? true);
  } catch (error) {
    if (!(error instanceof ApiError) || body.flag('returnIdpCredential') !== true) throw error;
    return { ...identity.answer, errorMessage: error.message };
  }
}

/** Links the account to the user who is signed in, if any. `autoCreate` is false when a user signs in again. */
async function signInAs(
  context: Context,
  identity: IdpIdentity,
  linked: User | undefined,
  autoCreate: boolean,
): Promise<object> {
  const { project } = context;
  const decision = linked ? decideLink(context, identity, linked) : decideSignIn(context, identity);
  if ('needConfirmation' in decision) return { ...identity.answer, ...decision };
  // The code that SDKs report as user-mismatch.
  if (decision.isNewUser && !autoCreate) throw badRequest('EMAIL_NOT_FOUND');
  rejectDisabled(decision.user);
  const user = project.saveUser(withFederated(decision.user, identity.account));
  const { localId, email, emailVerified } = user;
  const { account, attributes } = identity;
  const tokens = await finishFirstFactor(context, user, account.providerId, attributes);
  return {
    ...identity.answer,
    localId,
    tenantId: project.tenantId,
    ...(decision.isNewUser && { isNewUser: true }),
    ...(decision.emailRecycled && { emailRecycled: true }),
    emailVerified: email === account.email ? emailVerified : identity.emailVerified,
    ...tokens,
  };
}

function decideLink({ project }: Context, { account, emailVerified }: IdpIdentity, user: User): Decision {
  const { users, config } = project;
  if (users.byFederated(account.providerId, account.rawId))
    throw badRequest('FEDERATED_USER_ID_ALREADY_LINKED');
  const unique = !config.signIn.allowDuplicateEmails;
  const holder = unique && account.email ? users.byEmail(account.email) : undefined;
  if (holder !== undefined && holder.localId !== user.localId) throw badRequest('EMAIL_EXISTS');
  const email = user.email ?? (unique ? account.email : undefined);
  const isVerified = user.email === undefined ? emailVerified : user.emailVerified;
  const confirms = emailVerified && email === account.email;
  return { user: { ...user, email, emailVerified: confirms || isVerified }, isNewUser: false };
}

function decideSignIn({ project }: Context, identity: IdpIdentity): Decision | { needConfirmation: true } {
  const { users, config } = project;
  const { account, emailVerified } = identity;
  const known = users.byFederated(account.providerId, account.rawId);
  if (known !== undefined) return { user: known, isNewUser: false };
  const email = config.signIn.allowDuplicateEmails ? undefined : account.email;
  const holder = email === undefined ? undefined : users.byEmail(email);
  if (holder !== undefined) return takeOver(holder, identity, project.nowSeconds());
  const fresh = newUser(project.newLocalId(), project.now());
  const { displayName, photoUrl } = account;
  const withEmail = email === undefined ? {} : { email, emailVerified };
  return { user: { ...fresh, displayName, photoUrl, ...withEmail }, isNewUser: true };
}

/** A verified provider email takes over the account and removes credentials of an unverified owner. */
function takeOver(holder: User, { account, emailVerified }: IdpIdentity, nowSeconds: number) {
  if (!emailVerified) {
    const verifiedProvider = holder.federated.map(({ providerId }) => providerId);
    return { needConfirmation: true as const, localId: holder.localId, verifiedProvider };
  }
  const unproved = { password: undefined, phoneNumber: undefined, federated: [], validSince: nowSeconds };
  const user: User = {
    ...holder,
    ...(!holder.emailVerified && unproved),
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    emailVerified: true,
  };
  const emailRecycled = holder.federated.some(({ providerId }) => providerId === account.providerId);
  return { user, isNewUser: false, emailRecycled };
}
