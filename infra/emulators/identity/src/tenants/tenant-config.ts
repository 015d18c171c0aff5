import { changedPasswordPolicy } from '../admin/password-policy-wire.ts';
import { changedStoredSettings } from '../admin/project-config-wire.ts';
import { changedSecondFactors } from '../admin/second-factor-config-wire.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { ProjectConfig } from '../state/project-config.ts';
import { toCamelCase } from '../wire/camel-case.ts';
import { setAt, valueAt } from '../wire/field-paths.ts';
import { Fields } from '../wire/fields.ts';

const FIELDS = [
  ...[
    'name',
    'tenantId',
    'displayName',
    'allowPasswordSignup',
    'enableEmailLinkSignin',
    'enableAnonymousUser',
  ],
  ...['disableAuth', 'mfaConfig', 'passwordPolicyConfig', 'emailPrivacyConfig'],
  ...['smsRegionConfig', 'recaptchaConfig'],
];
const DISPLAY_NAME = /^[a-zA-Z][a-zA-Z0-9-]{3,19}$/;

/** Settings of a new tenant; those without a tenant field come from the project. */
export function newTenantConfig(project: ProjectConfig): ProjectConfig {
  return {
    ...project,
    disabled: false,
    displayName: undefined,
    passwordSignUp: false,
    emailLinkSignIn: false,
    anonymousSignUp: false,
    phoneSignIn: false,
    providers: {},
    smsRegionConfig: undefined,
    recaptchaConfig: undefined,
    mfa: { state: 'DISABLED', providers: [], totp: false, adjacentIntervals: 5 },
  };
}

/** Rejects an update mask with an unsupported setting. */
export function rejectUnknownFields(mask: string): void {
  const unknown = mask.split(',').find((path) => !FIELDS.includes(path.split('.', 1)[0] ?? ''));
  if (unknown !== undefined) throw notImplemented(`the tenant's setting ${unknown.slice(0, 60)}`);
}

/** Applies a request body to the tenant's settings; rejects unsupported fields. */
export function changedTenantConfig(config: ProjectConfig, body: Fields): ProjectConfig {
  const unknown = Object.keys(body.all()).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw notImplemented(`the tenant's setting ${unknown.slice(0, 60)}`);
  const displayName = body.text('displayName') ?? config.displayName;
  if (body.has('displayName') && !DISPLAY_NAME.test(displayName ?? ''))
    throw badRequest('INVALID_DISPLAY_NAME');
  const mfa = body.object('mfaConfig');
  const policy = body.object('passwordPolicyConfig');
  const privacy = body.object('emailPrivacyConfig');
  return {
    ...config,
    displayName,
    passwordSignUp: body.flag('allowPasswordSignup') ?? config.passwordSignUp,
    emailLinkSignIn: body.flag('enableEmailLinkSignin') ?? config.emailLinkSignIn,
    anonymousSignUp: body.flag('enableAnonymousUser') ?? config.anonymousSignUp,
    disabled: body.flag('disableAuth') ?? config.disabled,
    mfa: mfa === undefined ? config.mfa : changedSecondFactors(config.mfa, mfa),
    emailPrivacy: privacy?.flag('enableImprovedEmailPrivacy') ?? config.emailPrivacy,
    passwordPolicy:
      policy === undefined ? config.passwordPolicy : changedPasswordPolicy(config.passwordPolicy, policy),
    ...changedStoredSettings(config, body),
  };
}

/** The part of `body` selected by a field mask such as `displayName,mfaConfig.state`. */
export function maskedFields(body: Fields, mask: string): Fields {
  const chosen: Record<string, unknown> = {};
  for (const path of mask.split(',')) {
    const names = toCamelCase(path).split('.');
    const value = valueAt(body.all(), names);
    if (value !== undefined && FIELDS.includes(names[0] ?? '')) setAt(chosen, names, value);
  }
  return new Fields(chosen);
}
