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
export function identityTarget({ url, control, projectId, actionUrl }: IdentityOptions) {
  const toolkit = `${url}/identitytoolkit.googleapis.com/v1`;
  const project = `${toolkit}/projects/${projectId}`;
  const emulator = `${url}/emulator/v1/projects/${projectId}`;
  const call = <T>(method: string, body: object): Promise<T> =>
    requestJson(`${project}/accounts:${method}`, { method: 'POST', body, ...OWNER });
  const allUnless = async (known: string): Promise<Changes<Account>> => {
    const path = `${project}/accounts:batchGet?maxResults=-1`;
    const { users = [] } = await requestJson<{ users?: ListedUser[] }>(path, OWNER);
    const cursor = createHash('sha1').update(JSON.stringify(users)).digest('base64');
    const all = users.map(({ localId: id, email = null, displayName: name = null, ...user }) =>
      toAccount({ id, email, name, createdAt: Number(user.createdAt), disabled: user.disabled ?? false }),
    );
    return { cursor, count: all.length, rows: cursor === known ? [] : all };
  };
  return {
    /** Oldest first. Without a control interface, as of the official emulator, all are read each time. */
    accountChanges: async (since: string): Promise<Changes<Account>> => {
      if (control === undefined) return allUnless(since);
      const { rows, ...answer } = await control.accountChanges(since);
      return { ...answer, rows: rows.map(toAccount) };
    },
    /** Newest first, with links to the site's own page when it has one, as in a configured Firebase project. */
    mails: async (): Promise<readonly Mail[]> => {
      const { oobCodes = [] } = await requestJson<{ oobCodes?: OobCode[] }>(`${emulator}/oobCodes`);
      return oobCodes.toReversed().map(({ email, newEmail, requestType, oobCode, oobLink, sentAt }) => ({
        id: oobCode,
        to: newEmail ?? email,
        kind: requestType,
        link: actionUrl === undefined ? oobLink : `${actionUrl}${new URL(oobLink).search}`,
        sentAt: sentAt === undefined ? null : new Date(sentAt).toISOString(),
      }));
    },
    /** Everything about an account but its password; null for an unknown uid. */
    account: async (uid: string): Promise<JsonValue> => {
      const given = { localId: [uid] };
      const { users = [] } = await call<{ users?: Record<string, JsonValue>[] }>('lookup', given);
      const [found] = users;
      if (found === undefined) return null;
      const { passwordHash: _hash, salt: _salt, ...shown } = found;
      return shown;
    },
    disable: (uid: string, disableUser: boolean) => call<void>('update', { localId: uid, disableUser }),
    verify: (uid: string) => call<void>('update', { localId: uid, emailVerified: true }),
    remove: (uid: string) => call<void>('delete', { localId: uid }),
    sendPasswordReset: (email: string) => call<void>('sendOobCode', { requestType: 'PASSWORD_RESET', email }),
    /** Signs up like a visitor of the site. */
    signUp: async ({ email, password, name }: { email: string; password: string; name: string }) => {
      // An API key with this suffix belongs to the namespace.
      const [, suffix = ''] = /(_ns_\w+)$/.exec(projectId) ?? [];
      const asVisitor = (method: string, body: object): Promise<{ localId: string; idToken: string }> =>
        requestJson(`${toolkit}/accounts:${method}?key=console${suffix}`, { method: 'POST', body });
      const { localId, idToken } = await asVisitor('signUp', { email, password, returnSecureToken: true });
      await asVisitor('update', { idToken, displayName: name, returnSecureToken: false });
      return { uid: localId, idToken };
    },
    reset: () => requestJson<void>(`${emulator}/accounts`, { method: 'DELETE', ...OWNER }),
  };
}

function toAccount({ email, name, createdAt, ...account }: AccountSummary) {
  return { ...account, email: email ?? '', name: name ?? '', createdAt: new Date(createdAt).toISOString() };
}
