import type { Account, Mail } from '../snapshot.ts';
import { requestJson } from './target-request.ts';

interface ListedUser {
  readonly localId: string;
  readonly email?: string;
  readonly displayName?: string;
  readonly createdAt: string;
  readonly lastLoginAt?: string;
  readonly disabled?: boolean;
}

interface OobCode {
  readonly email: string;
  /** The address that confirms a change of email address. */
  readonly newEmail?: string;
  readonly requestType: string;
  readonly oobLink: string;
}

export interface SignedUpUser {
  readonly uid: string;
  readonly idToken: string;
}

const OWNER = { bearer: 'owner' };

/** The Auth emulator, accessed as its administrator. */
export class IdentityTarget {
  readonly #url: string;
  readonly #projectId: string;
  readonly #actionUrl: string | undefined;

  constructor(options: {
    readonly url: string;
    readonly projectId: string;
    readonly actionUrl?: string | undefined;
  }) {
    this.#url = options.url;
    this.#projectId = options.projectId;
    this.#actionUrl = options.actionUrl;
  }

  /** Newest first: the page shows only some of them. */
  async accounts(): Promise<Account[]> {
    const path = `/identitytoolkit.googleapis.com/v1/projects/${this.#projectId}/accounts:batchGet?maxResults=-1`;
    const { users = [] } = await requestJson<{ users?: ListedUser[] }>(`${this.#url}${path}`, OWNER);
    const newestFirst = users.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt));
    return newestFirst.map((user) => ({
      uid: user.localId,
      email: user.email ?? '',
      name: user.displayName ?? '',
      createdAt: instant(user.createdAt),
      lastSignInAt: user.lastLoginAt === undefined ? null : instant(user.lastLoginAt),
      disabled: user.disabled ?? false,
    }));
  }

  /** Newest first, with links to the site's own page when it has one, as in a configured Firebase project. */
  async mails(): Promise<Mail[]> {
    const { oobCodes = [] } = await requestJson<{ oobCodes?: OobCode[] }>(this.#control('oobCodes'));
    return oobCodes.toReversed().map(({ email, newEmail, requestType, oobLink }) => ({
      to: newEmail ?? email,
      kind: requestType,
      link: this.#actionUrl === undefined ? oobLink : `${this.#actionUrl}${new URL(oobLink).search}`,
    }));
  }

  /** Signs up like a visitor of the site. */
  async signUp(user: { email: string; password: string; name: string }): Promise<SignedUpUser> {
    const call = (method: string, body: object): Promise<{ localId: string; idToken: string }> =>
      requestJson(`${this.#url}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=console`, {
        method: 'POST',
        body,
      });
    const { email, password, name } = user;
    const { localId, idToken } = await call('signUp', { email, password, returnSecureToken: true });
    await call('update', { idToken, displayName: name, returnSecureToken: false });
    return { uid: localId, idToken };
  }

  reset(): Promise<void> {
    return requestJson(this.#control('accounts'), { method: 'DELETE', ...OWNER });
  }

  #control(resource: string): string {
    return `${this.#url}/emulator/v1/projects/${this.#projectId}/${resource}`;
  }
}

function instant(milliseconds: string): string {
  return new Date(Number(milliseconds)).toISOString();
}
