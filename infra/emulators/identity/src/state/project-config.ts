export interface PasswordPolicy {
  readonly minLength: number;
  readonly maxLength: number;
  readonly lowercase: boolean;
  readonly uppercase: boolean;
  readonly numeric: boolean;
  readonly nonAlphanumeric: boolean;
  /** With `OFF` only the service's own minimum of six characters holds. */
  readonly enforcement: 'OFF' | 'ENFORCE';
  readonly forceUpgradeOnSignIn: boolean;
}

export interface SecondFactorConfig {
  readonly state: 'DISABLED' | 'ENABLED' | 'MANDATORY';
  /** `PHONE_SMS` for codes by text message. */
  readonly providers: readonly string[];
  readonly totp: boolean;
  /** How many periods the clock of an authenticator app may be off. */
  readonly adjacentIntervals: number;
}

/** Which credentials of a provider would be handed to a blocking function. */
export interface ForwardedCredentials {
  readonly idToken?: boolean | undefined;
  readonly accessToken?: boolean | undefined;
  readonly refreshToken?: boolean | undefined;
}

/** What an administrator may set for the whole project. */
export interface ProjectConfig {
  /** Nobody signs in, and no account is shown or changed. */
  readonly disabled: boolean;
  /** Of a tenant. */
  readonly displayName?: string | undefined;
  /** Answers do not tell which addresses have an account. */
  readonly emailPrivacy: boolean;
  readonly allowDuplicateEmails: boolean;
  readonly passwordSignUp: boolean;
  readonly anonymousSignUp: boolean;
  readonly emailLinkSignIn: boolean;
  readonly phoneSignIn: boolean;
  /** Host names to which a mailed link may go on; null for any. */
  readonly authorizedDomains: readonly string[] | null;
  /** Where mailed links lead; null for where the emulator was told at its start. */
  readonly actionUrl: string | null;
  readonly passwordPolicy: PasswordPolicy;
  readonly mfa: SecondFactorConfig;
  readonly forwardedCredentials?: ForwardedCredentials | undefined;
}

export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 4096;

export function defaultConfig(emailPrivacy: boolean): ProjectConfig {
  return {
    disabled: false,
    emailPrivacy,
    allowDuplicateEmails: false,
    passwordSignUp: true,
    anonymousSignUp: true,
    emailLinkSignIn: true,
    phoneSignIn: true,
    authorizedDomains: null,
    actionUrl: null,
    mfa: { state: 'ENABLED', providers: ['PHONE_SMS'], totp: true, adjacentIntervals: 5 },
    passwordPolicy: {
      minLength: SHORTEST_PASSWORD,
      maxLength: LONGEST_PASSWORD,
      lowercase: false,
      uppercase: false,
      numeric: false,
      nonAlphanumeric: false,
      enforcement: 'OFF',
      forceUpgradeOnSignIn: false,
    },
  };
}

/** As the console leaves a project that was just created. */
export function newProjectConfig(projectId: string): ProjectConfig {
  const domain = `${projectId}.firebaseapp.com`;
  return {
    ...defaultConfig(true),
    passwordSignUp: false,
    anonymousSignUp: false,
    emailLinkSignIn: false,
    phoneSignIn: false,
    mfa: { state: 'DISABLED', providers: [], totp: false, adjacentIntervals: 5 },
    authorizedDomains: [domain, `${projectId}.web.app`],
    actionUrl: `https://${domain}/__/auth/action`,
  };
}
