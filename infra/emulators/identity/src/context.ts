import type { SignInAttempts } from './passwords/sign-in-attempts.ts';
import type { PhoneVerifications } from './state/phone-verifications.ts';
import type { Project } from './state/project.ts';
import type { Tenants } from './state/tenants.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';
import type { Tokens } from './tokens/tokens.ts';

export interface Context {
  readonly project: Project;
  readonly tokens: Tokens;
  readonly keys: SigningKeys;
  readonly attempts: SignInAttempts;
  readonly phones: PhoneVerifications;
  /** The project's tenants; a tenant itself has none. */
  readonly tenants: Tenants<TenantProject>;
  /** Whether to be as lenient as the official emulator. */
  readonly permissive: boolean;
  /** Whether `owner` is accepted as an administrator. */
  readonly allowOwner: boolean;
  /** URL of the page that emailed links lead to. */
  readonly actionUrl: () => string;
  /** A BCP 47 tag: the language that the app asks for, for links in its emails. */
  readonly language?: string;
}

/** A tenant; operations treat it as a project. */
/** @public Declarations of the package name it. */
export interface TenantProject {
  readonly project: Project;
  readonly context: Promise<Context>;
}

export interface Caller {
  readonly privileged: boolean;
}
