import { badRequest } from '../errors/api-error.ts';
import type { ProjectConfig } from '../state/project-config.ts';
import type { Fields } from '../wire/fields.ts';
import { blockingFunctionsWire, changedForwarding } from './blocking-functions-wire.ts';
import { changedPasswordPolicy, passwordPolicyWire } from './password-policy-wire.ts';
import { changedSecondFactors, secondFactorConfigWire } from './second-factor-config-wire.ts';

/** The configuration in the format of `/v2/projects/{p}/config`. */
export function configWire(config: ProjectConfig) {
  return {
    signIn: {
      allowDuplicateEmails: config.allowDuplicateEmails,
      email: { enabled: config.passwordSignUp, passwordRequired: !config.emailLinkSignIn },
      anonymous: { enabled: config.anonymousSignUp },
      phoneNumber: { enabled: config.phoneSignIn },
    },
    mfa: secondFactorConfigWire(config.mfa),
    blockingFunctions: blockingFunctionsWire(config.forwardedCredentials),
    notification: { sendEmail: { callbackUri: config.actionUrl ?? undefined } },
    authorizedDomains: config.authorizedDomains ?? undefined,
    emailPrivacyConfig: { enableImprovedEmailPrivacy: config.emailPrivacy },
    passwordPolicyConfig: passwordPolicyWire(config.passwordPolicy),
    smsRegionConfig: config.smsRegionConfig,
    recaptchaConfig: config.recaptchaConfig,
  };
}

/** The fields that the official emulator returns; it supports no other settings in these groups. */
export function officialConfigWire(config: ProjectConfig): object {
  return {
    ...configWire(config),
    signIn: { allowDuplicateEmails: config.allowDuplicateEmails },
  };
}

export function changedConfig(config: ProjectConfig, body: Fields): ProjectConfig {
  const signIn = body.object('signIn');
  const privacy = body.object('emailPrivacyConfig');
  const policy = body.object('passwordPolicyConfig');
  const mfa = body.object('mfa');
  const blocking = body.object('blockingFunctions');
  const callbackUri = body.object('notification')?.object('sendEmail')?.text('callbackUri');
  if (callbackUri !== undefined && !URL.canParse(callbackUri))
    throw badRequest('INVALID_CONFIG : callbackUri');
  const email = signIn?.object('email');
  const passwordRequired = email?.flag('passwordRequired');
  return {
    ...config,
    allowDuplicateEmails: signIn?.flag('allowDuplicateEmails') ?? config.allowDuplicateEmails,
    passwordSignUp: email?.flag('enabled') ?? config.passwordSignUp,
    emailLinkSignIn: passwordRequired === undefined ? config.emailLinkSignIn : !passwordRequired,
    anonymousSignUp: signIn?.object('anonymous')?.flag('enabled') ?? config.anonymousSignUp,
    phoneSignIn: signIn?.object('phoneNumber')?.flag('enabled') ?? config.phoneSignIn,
    actionUrl: callbackUri ?? config.actionUrl,
    authorizedDomains: body.has('authorizedDomains')
      ? body.texts('authorizedDomains')
      : config.authorizedDomains,
    mfa: mfa === undefined ? config.mfa : changedSecondFactors(config.mfa, mfa),
    forwardedCredentials: blocking === undefined ? config.forwardedCredentials : changedForwarding(blocking),
    emailPrivacy: privacy?.flag('enableImprovedEmailPrivacy') ?? config.emailPrivacy,
    passwordPolicy:
      policy === undefined ? config.passwordPolicy : changedPasswordPolicy(config.passwordPolicy, policy),
    ...changedStoredSettings(config, body),
  };
}

/** Settings that are stored and shown, and not acted on. */
export function changedStoredSettings(
  { smsRegionConfig, recaptchaConfig }: Pick<ProjectConfig, 'smsRegionConfig' | 'recaptchaConfig'>,
  body: Fields,
) {
  const recaptcha = body.object('recaptchaConfig')?.all();
  return {
    // One of two policies.
    smsRegionConfig: body.object('smsRegionConfig')?.all() ?? smsRegionConfig,
    recaptchaConfig: recaptcha ? { ...recaptchaConfig, ...recaptcha } : recaptchaConfig,
  };
}
