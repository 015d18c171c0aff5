type State = 'DISABLED' | 'ENABLED' | 'MANDATORY';
/** An object, so that more settings may join. */
type Switch = { readonly enabled: boolean };

const ON: Switch = { enabled: true };
export const OFF: Switch = { enabled: false };
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 4096;

const PASSWORD_VERSION = {
  customStrengthOptions: {
    minPasswordLength: MIN_PASSWORD_LENGTH as number,
    maxPasswordLength: MAX_PASSWORD_LENGTH as number,
    containsLowercaseCharacter: false,
    containsUppercaseCharacter: false,
    containsNumericCharacter: false,
    containsNonAlphanumericCharacter: false,
  },
  schemaVersion: 1,
};
const PASSWORD_POLICY = {
  /** With `OFF` only the service's minimum of six characters applies. */
  passwordPolicyEnforcementState: 'OFF' as 'OFF' | 'ENFORCE',
  forceUpgradeOnSignin: false,
  passwordPolicyVersions: [PASSWORD_VERSION] as readonly [typeof PASSWORD_VERSION],
};
export type PasswordPolicy = Readonly<typeof PASSWORD_POLICY>;

/** Authenticator apps, and the number of periods by which an app's clock may be off. */
const NO_APP = { state: 'DISABLED' as State, totpProviderConfig: { adjacentIntervals: 5 } };
export const NO_APPS: readonly [typeof NO_APP] = [NO_APP];
export const NO_SECOND_FACTORS = {
  state: 'DISABLED' as State,
  /** `PHONE_SMS` enables codes by text message. */
  enabledProviders: [] as readonly string[],
  providerConfigs: NO_APPS,
};

/** Of an identity provider, in the format of the service. */
export type ProviderConfig = Readonly<Record<string, unknown>>;

/** Settings in the format of the service's `/v2/projects/{p}/config`. */
export interface Settings {
  readonly signIn: {
    readonly allowDuplicateEmails: boolean;
    /** Without a required password, links in emails sign in too. */
    readonly email: Switch & { readonly passwordRequired: boolean };
    readonly anonymous: Switch;
    readonly phoneNumber: Switch;
  };
  readonly mfa: Readonly<typeof NO_SECOND_FACTORS>;
  /** Provider credentials that would be forwarded to a blocking function. */
  readonly blockingFunctions: { readonly forwardInboundCredentials?: object };
  /** Target of emailed links; absent for the URL set at start. */
  readonly notification: { readonly sendEmail: { readonly callbackUri?: string } };
  /** Allowed hosts for the continue URL of an emailed link; absent for any. */
  readonly authorizedDomains?: readonly string[];
  /** Enumeration protection: responses do not reveal which addresses have an account. */
  readonly emailPrivacyConfig: { readonly enableImprovedEmailPrivacy: boolean };
  readonly passwordPolicyConfig: PasswordPolicy;
  /** Stored and shown only. */
  readonly smsRegionConfig?: object | undefined;
  readonly recaptchaConfig?: object | undefined;
}

export interface ProjectConfig extends Settings {
  /** Disables sign-in and all access to accounts. */
  readonly disabled: boolean;
  /** Set for tenants only. */
  readonly displayName?: string | undefined;
  /** By provider id. */
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** Whether providers without a configuration work too. */
  readonly anyProvider: boolean;
}

export function defaultConfig(enableImprovedEmailPrivacy: boolean): ProjectConfig {
  return {
    disabled: false,
    providers: {},
    anyProvider: true,
    signIn: {
      allowDuplicateEmails: false,
      email: { ...ON, passwordRequired: false },
      anonymous: ON,
      phoneNumber: ON,
    },
    mfa: {
      state: 'ENABLED',
      enabledProviders: ['PHONE_SMS'],
      providerConfigs: [{ ...NO_APP, state: 'ENABLED' }],
    },
    blockingFunctions: {},
    notification: { sendEmail: {} },
    emailPrivacyConfig: { enableImprovedEmailPrivacy },
    passwordPolicyConfig: PASSWORD_POLICY,
  };
}

/** With no sign-in method enabled. */
export const closed = ({ allowDuplicateEmails }: Settings['signIn']): Settings['signIn'] => ({
  allowDuplicateEmails,
  email: { ...OFF, passwordRequired: true },
  anonymous: OFF,
  phoneNumber: OFF,
});

/** Settings of a new project in the Firebase console. */
export function newProjectConfig(projectId: string): ProjectConfig {
  const domain = `${projectId}.firebaseapp.com`;
  const config = defaultConfig(true);
  return {
    ...config,
    signIn: closed(config.signIn),
    anyProvider: false,
    mfa: NO_SECOND_FACTORS,
    authorizedDomains: [domain, `${projectId}.web.app`],
    notification: { sendEmail: { callbackUri: `https://${domain}/__/auth/action` } },
  };
}
