import type { JsonValue } from '../rows.ts';
import { requestJson } from './target-request.ts';

export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  readonly disabled: boolean;
  readonly verified: boolean;
}

/** An email that the identity provider would have sent. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly kind: string;
  readonly link: string;
  /** Null at the official emulator, which does not tell. */
  readonly sentAt: string | null;
}

interface ListedUser {
  readonly localId: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
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
  readonly oobCode: string;
  readonly oobLink: string;
  /** Milliseconds since the epoch. */
  readonly sentAt?: number;
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

  /** Newest first. */
  async accounts(): Promise<Account[]> {
    const path = `${this.#project()}/accounts:batchGet?maxResults=-1`;
    const { users = [] } = await requestJson<{ users?: ListedUser[] }>(path, OWNER);
    const newestFirst = users.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt));
    return newestFirst.map((user) => ({
      uid: user.localId,
      email: user.email ?? '',
      name: user.displayName ?? '',
      createdAt: instant(user.createdAt),
      lastSignInAt: user.lastLoginAt === undefined ? null : instant(user.lastLoginAt),
      disabled: user.disabled ?? false,
      verified: user.emailVerified ?? false,
    }));
  }

  /** Newest first, with links to the site's own page when it has one, as in a configured Firebase project. */
  async mails(): Promise<Mail[]> {
    const { oobCodes = [] } = await requestJson<{ oobCodes?: OobCode[] }>(this.#control('oobCodes'));
    return oobCodes.toReversed().map(({ email, newEmail, requestType, oobCode, oobLink, sentAt }) => ({
      id: oobCode,
      to: newEmail ?? email,
      kind: requestType,
      link: this.#actionUrl === undefined ? oobLink : `${this.#actionUrl}${new URL(oobLink).search}`,
      sentAt: sentAt === undefined ? null : new Date(sentAt).toISOString(),
    }));
  }

  /** Everything about an account but its password; null for an unknown uid. */
  async account(uid: string): Promise<JsonValue> {
    const { users = [] } = await this.#call<{ users?: Record<string, JsonValue>[] }>('lookup', {
      localId: [uid],
    });
    const [found] = users;
    if (found === undefined) return null;
    const { passwordHash: _hash, salt: _salt, ...shown } = found;
    return shown;
  }

  disable(uid: string, disabled: boolean): Promise<void> {
    return this.#call('update', { localId: uid, disableUser: disabled });
  }

  verify(uid: string): Promise<void> {
    return this.#call('update', { localId: uid, emailVerified: true });
  }

  remove(uid: string): Promise<void> {
    return this.#call('delete', { localId: uid });
  }

  sendPasswordReset(email: string): Promise<void> {
    return this.#call('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  }

  /** Signs up like a visitor of the site. */
  async signUp(user: { email: string; password: string; name: string }): Promise<SignedUpUser> {
    const call = (method: string, body: object): Promise<{ localId: string; idToken: string }> =>
      requestJson(`${this.#url}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${this.#key()}`, {
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

  #call<T>(method: string, body: object): Promise<T> {
    return requestJson(`${this.#project()}/accounts:${method}`, { method: 'POST', body, ...OWNER });
  }

  /** An API key with this suffix belongs to the namespace. */
  #key(): string {
    const [, suffix = ''] = /(_ns_\w+)$/.exec(this.#projectId) ?? [];
    return `console${suffix}`;
  }

  #project(): string {
    return `${this.#url}/identitytoolkit.googleapis.com/v1/projects/${this.#projectId}`;
  }

  #control(resource: string): string {
    return `${this.#url}/emulator/v1/projects/${this.#projectId}/${resource}`;
  }
}

function instant(milliseconds: string): string {
  return new Date(Number(milliseconds)).toISOString();
}
