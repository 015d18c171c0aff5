import type { Context } from '../context.ts';
import { NON_ALPHANUMERIC } from '../passwords/password-policy.ts';

/** Public project settings, available before sign-in. */
export function publicProject({ project }: Context): object {
  const authorizedDomains = project.config.authorizedDomains ?? ['localhost', '127.0.0.1'];
  return { projectId: project.projectId, authorizedDomains };
}

export function publicPasswordPolicy({ project }: Context): object {
  const { passwordPolicy: policy } = project.config;
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      maxPasswordLength: policy.maxLength,
      ...(policy.lowercase && { containsLowercaseCharacter: true }),
      ...(policy.uppercase && { containsUppercaseCharacter: true }),
      ...(policy.numeric && { containsNumericCharacter: true }),
      ...(policy.nonAlphanumeric && { containsNonAlphanumericCharacter: true }),
    },
    allowedNonAlphanumericCharacters: NON_ALPHANUMERIC,
    enforcementState: policy.enforcement,
    forceUpgradeOnSignin: policy.forceUpgradeOnSignIn,
    schemaVersion: 1,
  };
}

/** Never requires reCAPTCHA. */
export function recaptchaConfig(): object {
  return { recaptchaEnforcementState: [] };
}

/** Parameters with an invalid reCAPTCHA key, so that a widget rendered with them fails loudly. */
export function recaptchaParams(): object {
  return {
    kind: 'identitytoolkit#GetRecaptchaParamResponse',
    recaptchaStoken: 'no-token-of-the-identity-emulator-is-for-recaptcha',
    recaptchaSiteKey: 'no-site-key-of-the-identity-emulator-is-for-recaptcha',
  };
}
