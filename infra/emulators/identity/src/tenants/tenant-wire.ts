import { passwordPolicyWire } from '../admin/password-policy-wire.ts';
import { secondFactorConfigWire } from '../admin/second-factor-config-wire.ts';
import type { Project } from '../state/project.ts';

export function tenantWire({ projectId, tenantId, config }: Project): object {
  const { state, enabledProviders, providerConfigs } = secondFactorConfigWire(config.mfa);
  return {
    name: `projects/${projectId}/tenants/${tenantId}`,
    tenantId,
    displayName: config.displayName,
    allowPasswordSignup: config.passwordSignUp,
    enableEmailLinkSignin: config.emailLinkSignIn,
    enableAnonymousUser: config.anonymousSignUp,
    disableAuth: config.disabled,
    ...(config.passwordPolicy.enforcement === 'ENFORCE' && {
      passwordPolicyConfig: passwordPolicyWire(config.passwordPolicy),
    }),
    ...(config.emailPrivacy && { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
    smsRegionConfig: config.smsRegionConfig,
    recaptchaConfig: config.recaptchaConfig,
    mfaConfig: { state, enabledProviders, ...(config.mfa.totp && { providerConfigs }) },
  };
}
