export interface PasswordPolicy {
  readonly minLength: number;
  readonly maxLength: number;
  readonly lowercase: boolean;
  readonly uppercase: boolean;
  readonly numeric: boolean;
  readonly nonAlphanumeric: boolean;
  /** With `OFF` only the service's minimum of six characters applies. */
  readonly enforcement: 'OFF' | 'ENFORCE';
  readonly forceUpgradeOnSignIn: boolean;
}

export interface SecondFactorConfig {
  readonly state: 'DISABLED' | 'ENABLED' | 'MANDATORY';
  /** `PHONE_SMS` enables codes by text message. */
  readonly providers: readonly string[];
  readonly totp: boolean;
  /** Number of periods by which an authenticator app's clock may be off. */
  readonly adjacentIntervals: number;
}

/** Provider credentials that would be forwarded to a blocking function. */
export interface ForwardedCredentials {
  readonly idToken?: boolean | undefined;
  readonly accessToken?: boolean | undefined;
  readonly refreshToken?: boolean | undefined;
}

/** Of an identity provider, in the format of the service. */
export type ProviderConfig = Readonly<Record<string, unknown>>;

export interface ProjectConfig {
  /** Disables sign-in and all access to accounts. */
  readonly disabled: boolean;
  /** Set for tenants only. */
  readonly displayName?: string | undefined;
  /** Enumeration protection: responses do not reveal which addresses have an account. */
  readonly emailPrivacy: boolean;
  readonly allowDuplicateEmails: boolean;
  readonly passwordSignUp: boolean;
  readonly anonymousSignUp: boolean;
  readonly emailLinkSignIn: boolean;
  readonly phoneSignIn: boolean;
  /** Allowed hosts for the continue URL of an emailed link; null allows any. */
  readonly authorizedDomains: readonly string[] | null;
  /** Target of emailed links; null for the URL set at start. */
  readonly actionUrl: string | null;
  readonly passwordPolicy: PasswordPolicy;
  readonly mfa: SecondFactorConfig;
  readonly forwardedCredentials?: ForwardedCredentials | undefined;
  /** By provider id. */
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** Whether providers without a configuration work too. */
  readonly anyProvider: boolean;
  /** Stored and shown only, in the format of the service. */
  readonly smsRegionConfig?: object | undefined;
  readonly recaptchaConfig?: object | undefined;
}

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 4096;

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
    providers: {},
    anyProvider: true,
    mfa: { state: 'ENABLED', providers: ['PHONE_SMS'], totp: true, adjacentIntervals: 5 },
    passwordPolicy: {
      minLength: MIN_PASSWORD_LENGTH,
      maxLength: MAX_PASSWORD_LENGTH,
      lowercase: false,
      uppercase: false,
      numeric: false,
      nonAlphanumeric: false,
      enforcement: 'OFF',
      forceUpgradeOnSignIn: false,
    },
  };
}

/** Settings of a new project in the Firebase console. */
export function newProjectConfig(projectId: string): ProjectConfig {
  const domain = `${projectId}.firebaseapp.com`;
  return {
    ...defaultConfig(true),
    passwordSignUp: false,
    anonymousSignUp: false,
    emailLinkSignIn: false,
    phoneSignIn: false,
    anyProvider: false,
    mfa: { state: 'DISABLED', providers: [], totp: false, adjacentIntervals: 5 },
    authorizedDomains: [domain, `${projectId}.web.app`],
    actionUrl: `https://${domain}/__/auth/action`,
  };
}
