import type { SignInAttempts } from './passwords/sign-in-attempts.ts';
import type { PhoneVerifications } from './state/phone-verifications.ts';
import type { Project } from './state/project.ts';
import type { Tenants } from './state/tenants.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';
import type { Tokens } from './tokens/tokens.ts';

/** What every operation works on. */
export interface Context {
  readonly project: Project;
  readonly tokens: Tokens;
  readonly keys: SigningKeys;
  readonly attempts: SignInAttempts;
  readonly phones: PhoneVerifications;
  /** Of the project; a tenant has none. */
  readonly tenants: Tenants<TenantProject>;
  /** Behaves as leniently as the official emulator. */
  readonly permissive: boolean;
  /** Takes `owner` for an administrator. */
  readonly allowOwner: boolean;
  /** The address of the page that a mailed link leads to. */
  readonly actionUrl: () => string;
}

/** A tenant, which is a project to every operation. */
export interface TenantProject {
  readonly project: Project;
  readonly context: Promise<Context>;
}

/** Who makes a request, as far as the Authorization header says. */
export interface Caller {
  /** An administrator of the project. */
  readonly privileged: boolean;
}
