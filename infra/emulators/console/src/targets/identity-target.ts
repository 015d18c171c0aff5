import { createHash } from 'node:crypto';
import type { Changes } from '@outharbor/emulator-kit/change-feed';
import type { JsonValue } from '../json-value.ts';
import type { AccountSummary, IdentityControl } from './switch-controls.ts';
import { requestJson } from './target-request.ts';

export type Account = ReturnType<typeof toAccount>;

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
  readonly displayName?: string;
  readonly createdAt: string;
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

interface IdentityOptions {
  readonly url: string;
  readonly control: IdentityControl | undefined;
  readonly projectId: string;
  readonly actionUrl?: string | undefined;
}

const OWNER = { bearer: 'owner' };

/** The Auth emulator, accessed as its administrator. */
export class IdentityTarget {
  readonly #options: IdentityOptions;

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  /** Oldest first. Without a control interface, as of the official emulator, all are read each time. */
  async accountChanges(since: string): Promise<Changes<Account>> {
    const { control } = this.#options;
    if (control === undefined) return this.#allUnless(since);
    const { rows, ...answer } = await control.accountChanges(since);
    return { ...answer, rows: rows.map(toAccount) };
  }

  async #allUnless(known: string): Promise<Changes<Account>> {
    const path = `${this.#project()}/accounts:batchGet?maxResults=-1`;
    const { users = [] } = await requestJson<{ users?: ListedUser[] }>(path, OWNER);
    const cursor = createHash('sha1').update(JSON.stringify(users)).digest('base64');
    const all = users.map(({ localId: id, email = null, displayName: name = null, ...user }) =>
      toAccount({ id, email, name, createdAt: Number(user.createdAt), disabled: user.disabled ?? false }),
    );
    return { cursor, count: all.length, rows: cursor === known ? [] : all };
  }

  /** Newest first, with links to the site's own page when it has one, as in a configured Firebase project. */
  async mails(): Promise<Mail[]> {
    const { actionUrl } = this.#options;
    const { oobCodes = [] } = await requestJson<{ oobCodes?: OobCode[] }>(this.#emulator('oobCodes'));
    return oobCodes.toReversed().map(({ email, newEmail, requestType, oobCode, oobLink, sentAt }) => ({
      id: oobCode,
      to: newEmail ?? email,
      kind: requestType,
      link: actionUrl === undefined ? oobLink : `${actionUrl}${new URL(oobLink).search}`,
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
  async signUp(user: { email: string; password: string; name: string }) {
    const call = (method: string, body: object): Promise<{ localId: string; idToken: string }> =>
      requestJson(
        `${this.#options.url}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${this.#key()}`,
        {
          method: 'POST',
          body,
        },
      );
    const { email, password, name } = user;
    const { localId, idToken } = await call('signUp', { email, password, returnSecureToken: true });
    await call('update', { idToken, displayName: name, returnSecureToken: false });
    return { uid: localId, idToken };
  }

  reset(): Promise<void> {
    return requestJson(this.#emulator('accounts'), { method: 'DELETE', ...OWNER });
  }

  #call<T>(method: string, body: object): Promise<T> {
    return requestJson(`${this.#project()}/accounts:${method}`, { method: 'POST', body, ...OWNER });
  }

  /** An API key with this suffix belongs to the namespace. */
  #key(): string {
    const [, suffix = ''] = /(_ns_\w+)$/.exec(this.#options.projectId) ?? [];
    return `console${suffix}`;
  }

  #project(): string {
    return `${this.#options.url}/identitytoolkit.googleapis.com/v1/projects/${this.#options.projectId}`;
  }

  #emulator(resource: string): string {
    return `${this.#options.url}/emulator/v1/projects/${this.#options.projectId}/${resource}`;
  }
}

function toAccount({ email, name, createdAt, ...account }: AccountSummary) {
  return { ...account, email: email ?? '', name: name ?? '', createdAt: new Date(createdAt).toISOString() };
}
