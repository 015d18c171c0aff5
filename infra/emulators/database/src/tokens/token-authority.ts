import type { KeyObject } from 'node:crypto';
import { readDatabaseName } from '../namespace/database-name.ts';

/** Whose tokens are believed: those of one project, signed with its published keys. */
export interface TokenAuthority {
  readonly projectId: string;
  /** The key with this id, or undefined for an unknown one. */
  publicKey(keyId: string): KeyObject | undefined;
  /** Called once when the emulator opens. */
  start?(): void;
  /** Whether this is an access token of a project's administrators; of `projectId` when none is named. */
  isAccessToken?(token: string, projectId?: string): boolean;
}

export const OWNER_CREDENTIAL = 'owner';

/** What a database believes. Without an authority: any token, and `owner`. */
export interface TokenRules {
  readonly tokenAuthority?: TokenAuthority | undefined;
  /** Takes `owner` for the administrator although there is an authority. */
  readonly allowOwner?: boolean | undefined;
}

/** What one database believes: in a namespace of the project, the tokens of that namespace. */
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
