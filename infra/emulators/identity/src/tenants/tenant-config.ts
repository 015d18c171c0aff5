import { changedStoredSettings, checked, merged } from '../admin/project-config-wire.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { Project } from '../state/project.ts';
import { closed, NO_SECOND_FACTORS, type ProjectConfig } from '../state/project-config.ts';
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
    signIn: closed(project.signIn),
    providers: {},
    smsRegionConfig: undefined,
    recaptchaConfig: undefined,
    mfa: NO_SECOND_FACTORS,
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
  const { signIn } = config;
  const links = body.flag('enableEmailLinkSignin');
  return checked({
    ...config,
    displayName,
    signIn: {
      ...signIn,
      email: {
        enabled: body.flag('allowPasswordSignup') ?? signIn.email.enabled,
        passwordRequired: links === undefined ? signIn.email.passwordRequired : !links,
      },
      anonymous: { enabled: body.flag('enableAnonymousUser') ?? signIn.anonymous.enabled },
    },
    disabled: body.flag('disableAuth') ?? config.disabled,
    mfa: merged(config.mfa, body.object('mfaConfig')),
    emailPrivacyConfig: merged(config.emailPrivacyConfig, body.object('emailPrivacyConfig')),
    passwordPolicyConfig: merged(config.passwordPolicyConfig, body.object('passwordPolicyConfig')),
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
  const { signIn, mfa, emailPrivacyConfig, passwordPolicyConfig, smsRegionConfig, recaptchaConfig } = config;
  const { providerConfigs, ...mfaConfig } = mfa;
  return {
    name: `projects/${projectId}/tenants/${tenantId}`,
    tenantId,
    displayName: config.displayName,
    allowPasswordSignup: signIn.email.enabled,
    enableEmailLinkSignin: !signIn.email.passwordRequired,
    enableAnonymousUser: signIn.anonymous.enabled,
    disableAuth: config.disabled,
    ...(passwordPolicyConfig.passwordPolicyEnforcementState === 'ENFORCE' && { passwordPolicyConfig }),
    ...(emailPrivacyConfig.enableImprovedEmailPrivacy && { emailPrivacyConfig }),
    smsRegionConfig,
    recaptchaConfig,
    mfaConfig: { ...mfaConfig, ...(providerConfigs[0].state !== 'DISABLED' && { providerConfigs }) },
  };
}
