import type { KeyObject } from 'node:crypto';
import { readDatabaseName } from '../namespace/database-name.ts';

/** Verifies the tokens of one project with its published keys. */
export interface TokenAuthority {
  readonly projectId: string;
  publicKey(keyId: string): KeyObject | undefined;
  /** Called once when the emulator starts. */
  start?(): void;
  /** Whether this is an administrator's access token for the project; defaults to `projectId`. */
  isAccessToken?(token: string, projectId?: string): boolean;
}

export const OWNER_CREDENTIAL = 'owner';

/** Credentials accepted by a database. Without an authority: any token, and `owner`. */
export interface TokenRules {
  readonly tokenAuthority?: TokenAuthority | undefined;
  /** Accepts `owner` as the administrator even with an authority. */
  readonly allowOwner?: boolean | undefined;
}

/** Rules for one database. A database in a namespace of the project accepts the tokens of that namespace. */
export function tokenRulesOf(database: string, { tokenAuthority, allowOwner }: TokenRules): TokenRules {
  const place = readDatabaseName(database);
  if (tokenAuthority === undefined || place?.parent !== tokenAuthority.projectId) {
    return { tokenAuthority, allowOwner };
  }
  const { projectId } = place;
  const inNamespace: TokenAuthority = {
    projectId,
    publicKey: (keyId) => tokenAuthority.publicKey(keyId),
    isAccessToken: (token) => tokenAuthority.isAccessToken?.(token, projectId) ?? false,
  };
  return { tokenAuthority: inNamespace, allowOwner };
}

export function isAdministrator(credential: string, { tokenAuthority, allowOwner }: TokenRules): boolean {
  if (tokenAuthority === undefined) return credential === OWNER_CREDENTIAL;
  if (credential === OWNER_CREDENTIAL) return allowOwner === true;
  return tokenAuthority.isAccessToken?.(credential) ?? false;
}
