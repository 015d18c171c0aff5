import { changedStoredSettings, checked, merged } from '../admin/project-config-wire.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { Project } from '../state/project.ts';
import { closed, defaultConfig, NO_SECOND_FACTORS, type ProjectConfig } from '../state/project-config.ts';
import { setAt, toCamelCase, valueAt } from '../wire/field-paths.ts';
import { Fields } from '../wire/fields.ts';

const DISPLAY_NAME = /^[a-zA-Z][a-zA-Z0-9-]{3,19}$/;

/** Settings of a new tenant; those without a tenant field come from the project. */
export function newTenantConfig(project: ProjectConfig): ProjectConfig {
  return {
    ...project,
    disabled: false,
    displayName: undefined,
    signIn: closed(project.signIn),
    providers: {},
    smsRegionConfig: undefined,
    recaptchaConfig: undefined,
    mfa: NO_SECOND_FACTORS,
  };
}

/** Those that every tenant has, by the names of a tenant. */
function tenantSettings({ signIn, disabled, mfa, ...config }: ProjectConfig) {
  return {
    allowPasswordSignup: signIn.email.enabled,
    enableEmailLinkSignin: !signIn.email.passwordRequired,
    enableAnonymousUser: signIn.anonymous.enabled,
    disableAuth: disabled,
    mfaConfig: mfa,
    passwordPolicyConfig: config.passwordPolicyConfig,
    emailPrivacyConfig: config.emailPrivacyConfig,
  };
}

const FIELDS = [
  ...Object.keys(tenantSettings(defaultConfig(true))),
  ...['name', 'tenantId', 'displayName', 'smsRegionConfig', 'recaptchaConfig'],
];

/** Throws for a path whose setting is not supported. */
export function rejectUnknown(paths: readonly string[]): void {
  const unknown = paths.find((path) => !FIELDS.includes(path.split('.', 1)[0] ?? ''));
  if (unknown !== undefined) throw notImplemented(`the tenant's setting ${unknown.slice(0, 60)}`);
}

/** Applies a request body to the tenant's settings; rejects unsupported fields. */
export function changedTenantConfig(config: ProjectConfig, body: Fields): ProjectConfig {
  rejectUnknown(Object.keys(body.all()));
  const displayName = body.text('displayName') ?? config.displayName;
  if (body.has('displayName') && !DISPLAY_NAME.test(displayName ?? ''))
    throw badRequest('INVALID_DISPLAY_NAME');
  const changed = merged(tenantSettings(config), body);
  return checked({
    ...config,
    displayName,
    signIn: {
      ...config.signIn,
      email: { enabled: changed.allowPasswordSignup, passwordRequired: !changed.enableEmailLinkSignin },
      anonymous: { enabled: changed.enableAnonymousUser },
    },
    disabled: changed.disableAuth,
    mfa: changed.mfaConfig,
    passwordPolicyConfig: changed.passwordPolicyConfig,
    emailPrivacyConfig: changed.emailPrivacyConfig,
    ...changedStoredSettings(config, body),
  });
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

export function tenantWire({ projectId, tenantId, config }: Project): object {
  const { mfaConfig, passwordPolicyConfig, emailPrivacyConfig, ...settings } = tenantSettings(config);
  const { providerConfigs, ...mfa } = mfaConfig;
  return {
    name: `projects/${projectId}/tenants/${tenantId}`,
    tenantId,
    displayName: config.displayName,
    ...settings,
    ...(passwordPolicyConfig.passwordPolicyEnforcementState === 'ENFORCE' && { passwordPolicyConfig }),
    ...(emailPrivacyConfig.enableImprovedEmailPrivacy && { emailPrivacyConfig }),
    smsRegionConfig: config.smsRegionConfig,
    recaptchaConfig: config.recaptchaConfig,
    mfaConfig: { ...mfa, ...(providerConfigs[0].state !== 'DISABLED' && { providerConfigs }) },
  };
}
