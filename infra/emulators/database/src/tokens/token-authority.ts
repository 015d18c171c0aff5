import type { KeyObject } from 'node:crypto';
import { readDatabaseName } from '../namespace/database-name.ts';

export interface TokenAuthority {
  readonly projectId: string;
  publicKey(keyId: string): KeyObject | undefined;
  /** Resolves when a key that was unknown has been looked for; undefined if it is known. */
  fetchUnknown?(keyId: string): Promise<void> | undefined;
  /** Resolves once tokens can be verified. */
  start?(): Promise<void>;
  /** Whether it is an administrator's; `projectId` defaults to the authority's. */
  isAccessToken?(token: string, projectId?: string): boolean;
}

export const OWNER_CREDENTIAL = 'owner';

/** Without an authority, accepts any token, and `owner`. */
export interface TokenRules {
  readonly tokenAuthority?: TokenAuthority | undefined;
  readonly allowOwner?: boolean | undefined;
}

/** A database in a namespace of the project accepts the tokens of that namespace. */
export function findTokenRules(database: string, { tokenAuthority, allowOwner }: TokenRules): TokenRules {
  const place = readDatabaseName(database);
  if (tokenAuthority === undefined || place?.parent !== tokenAuthority.projectId) {
    return { tokenAuthority, allowOwner };
  }
  const { projectId } = place;
  const inNamespace: TokenAuthority = {
    projectId,
    publicKey: (keyId) => tokenAuthority.publicKey(keyId),
    fetchUnknown: (keyId) => tokenAuthority.fetchUnknown?.(keyId),
    isAccessToken: (token) => tokenAuthority.isAccessToken?.(token, projectId) ?? false,
  };
  return { tokenAuthority: inNamespace, allowOwner };
}

export function isAdministrator(credential: string, { tokenAuthority, allowOwner }: TokenRules): boolean {
  if (tokenAuthority === undefined) return credential === OWNER_CREDENTIAL;
  if (credential === OWNER_CREDENTIAL) return allowOwner === true;
  return tokenAuthority.isAccessToken?.(credential) ?? false;
}
