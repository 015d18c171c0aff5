import type { Context } from '../context.ts';
import { NON_ALPHANUMERIC } from '../passwords/password-policy.ts';

/** Public project settings, available before sign-in. */
export function publicProject({ project }: Context): object {
  const authorizedDomains = project.config.authorizedDomains ?? ['localhost', '127.0.0.1'];
  return { projectId: project.projectId, authorizedDomains };
}

export function publicPasswordPolicy({ project }: Context): object {
  const { passwordPolicyVersions, passwordPolicyEnforcementState, forceUpgradeOnSignin } =
    project.config.passwordPolicyConfig;
  const [{ customStrengthOptions, schemaVersion }] = passwordPolicyVersions;
  const required = Object.entries(customStrengthOptions).filter(([, value]) => value !== false);
  return {
    customStrengthOptions: Object.fromEntries(required),
    allowedNonAlphanumericCharacters: NON_ALPHANUMERIC,
    enforcementState: passwordPolicyEnforcementState,
    forceUpgradeOnSignin,
    schemaVersion,
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
