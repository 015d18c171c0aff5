import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { refuseProvider } from '../providers/require-provider.ts';
import type { User } from '../state/user.ts';
import type { Claims } from '../tokens/jwt.ts';
import { SIGN_IN_SCRIPT } from './sign-in-script.ts';

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

interface PageState {
  /** Claims of the accounts to choose from. */
  readonly accounts: readonly Claims[];
  /** Of the project's users, one of which a new account may share. */
  readonly addresses: readonly string[];
  /** Whether the provider verifies addresses, unless the form says otherwise. */
  readonly verifies: boolean;
  /** Why the app gets an error instead of an account. */
  readonly problem: string | undefined;
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 28rem; padding: 0 1rem; }
ul { list-style: none; padding: 0; }
button { font: inherit; padding: .5rem 1rem; }
label { display: block; }
li button, input:not([type=checkbox]) { box-sizing: border-box; font: inherit; margin: .25rem 0; padding: .5rem; width: 100%; }
#problem:not(:empty) { border-left: 4px solid #b00020; padding-left: 1rem; }
`;

/** The page that stands in for a provider's own: it offers known accounts and a form for a new one. */
function signInPage(state: PageState): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Identity emulator: sign in with a provider</title>
<style>${STYLE}</style>
<h1>Sign in with <span class="js-provider-id"></span></h1>
<p id="problem" role="alert"></p>
<div id="accounts-list">
  <ul id="accounts"></ul>
  <button id="add-account-button" class="js-new-account" type="button">Add new account</button>
  <button class="js-cancel" type="button">Cancel</button>
</div>
<div id="add-user" hidden>
  <button id="autogen-button" type="button">Auto-generate user information</button>
  <form id="main-form">
    <label>Email (optional) <input id="email-input" type="email" list="addresses"></label>
    <label><input id="email-verified" type="checkbox"> The provider has verified this address</label>
    <label>Display name (optional) <input id="display-name-input"></label>
    <label>Screen name (optional) <input id="screen-name-input"></label>
    <label>Profile photo URL (optional) <input id="profile-photo-input" type="url"></label>
    <button id="back-button" type="button">Back</button>
    <button id="sign-in" type="submit">Sign in with <span class="js-provider-id"></span></button>
    <button class="js-cancel" type="button">Cancel</button>
    <datalist id="addresses"></datalist>
  </form>
</div>
<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>
<script>${SIGN_IN_SCRIPT}</script>
`;
}
