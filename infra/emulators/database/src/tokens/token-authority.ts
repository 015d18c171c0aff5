import type { KeyObject } from 'node:crypto';

/** Whose tokens are believed: those of one project, signed with its published keys. */
export interface TokenAuthority {
  readonly projectId: string;
  /** The key with this id, or undefined for an unknown one. */
  publicKey(keyId: string): KeyObject | undefined;
  /** Called once when the emulator opens. */
  start?(): void;
  /** Whether this is an access token of the project's administrators. */
  isAccessToken?(token: string): boolean;
}

export const OWNER_CREDENTIAL = 'owner';

/** What a database believes. Without an authority: any token, and `owner`. */
export interface TokenRules {
  readonly tokenAuthority?: TokenAuthority | undefined;
  /** Takes `owner` for the administrator although there is an authority. */
  readonly allowOwner?: boolean | undefined;
}

export function isAdministrator(credential: string, { tokenAuthority, allowOwner }: TokenRules): boolean {
  if (tokenAuthority === undefined) return credential === OWNER_CREDENTIAL;
  if (credential === OWNER_CREDENTIAL) return allowOwner === true;
  return tokenAuthority.isAccessToken?.(credential) ?? false;
}
