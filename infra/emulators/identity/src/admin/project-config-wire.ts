import { isDeepStrictEqual } from 'node:util';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import { defaultConfig, type ProjectConfig, type Settings } from '../state/project-config.ts';
import { Fields } from '../wire/fields.ts';

/** The settings that the service has too. */
export function configWire(config: ProjectConfig): Settings {
  const { disabled: _, displayName: _name, providers: _providers, anyProvider: _any, ...settings } = config;
  return settings;
}

/** The fields that the official emulator returns; it supports no other settings in these groups. */
export function officialConfigWire(config: ProjectConfig): object {
  const { allowDuplicateEmails } = config.signIn;
  return { ...configWire(config), signIn: { allowDuplicateEmails } };
}

export function changedConfig(config: ProjectConfig, body: Fields): ProjectConfig {
  const { signIn, mfa, emailPrivacyConfig, passwordPolicyConfig } = config;
  const callbackUri = body.object('notification')?.object('sendEmail')?.text('callbackUri');
  if (callbackUri !== undefined && !URL.canParse(callbackUri))
    throw badRequest('INVALID_CONFIG : callbackUri');
  const blocking = body.object('blockingFunctions');
  return checked({
    ...config,
    ...merged({ signIn, mfa, emailPrivacyConfig, passwordPolicyConfig }, body),
    ...(callbackUri !== undefined && { notification: { sendEmail: { callbackUri } } }),
    ...(body.has('authorizedDomains') && { authorizedDomains: body.texts('authorizedDomains') }),
    ...(blocking && { blockingFunctions: changedForwarding(blocking) }),
    ...changedStoredSettings(config, body),
  });
}

/** The settings with those that `change` has, which must be of the same types. */
export function merged<T extends object>(settings: T, change: Fields | undefined): T {
  if (change === undefined) return settings;
  const entries = Object.entries(settings).map(([name, value]) => [name, mergedValue(name, value, change)]);
  return Object.fromEntries(entries) as T;
}

function mergedValue(name: string, value: unknown, change: Fields): unknown {
  if (!change.has(name)) return value;
  if (typeof value === 'boolean') return change.flag(name);
  if (typeof value === 'number') return change.integer(name);
  if (typeof value === 'string') return change.text(name);
  if (!Array.isArray(value)) return merged(value as object, change.object(name));
  const [first] = value as unknown[];
  return typeof first === 'object' ? [merged(first as object, change.objects(name)[0])] : change.texts(name);
}

const STATES = ['DISABLED', 'ENABLED', 'MANDATORY'];
const MAX_INTERVALS = 10;

/** Throws INVALID_CONFIG for a value that the service does not take. */
export function checked(config: ProjectConfig): ProjectConfig {
  const { state, providerConfigs } = config.mfa;
  const [{ state: ofApps, totpProviderConfig }] = providerConfigs;
  const { adjacentIntervals } = totpProviderConfig;
  const { passwordPolicyEnforcementState, passwordPolicyVersions } = config.passwordPolicyConfig;
  const [{ customStrengthOptions, schemaVersion }] = passwordPolicyVersions;
  const { minPasswordLength: min, maxPasswordLength: max } = customStrengthOptions;
  const faults = {
    passwordPolicyEnforcementState: !['OFF', 'ENFORCE'].includes(passwordPolicyEnforcementState),
    minPasswordLength: min < 6 || min > 30,
    maxPasswordLength: max < min || max > 4096,
    schemaVersion: schemaVersion !== 1,
    'mfa.state': !STATES.includes(state),
    'mfa.providerConfigs.state': !STATES.includes(ofApps),
    'mfa.providerConfigs.totpProviderConfig.adjacentIntervals':
      adjacentIntervals < 0 || adjacentIntervals > MAX_INTERVALS,
  };
  const [fault] = Object.entries(faults).find(([, isOne]) => isOne) ?? [];
  if (fault !== undefined) throw badRequest(`INVALID_CONFIG : ${fault}`);
  return config;
}

/** Throws for settings that are damaged: read from what they show, they must be the same again. */
export function requireWhole(config: ProjectConfig): void {
  const read = changedConfig(defaultConfig(true), new Fields(configWire(config)));
  for (const name of ['signIn', 'mfa', 'notification', 'emailPrivacyConfig', 'passwordPolicyConfig'] as const)
    if (!isDeepStrictEqual(read[name], config[name])) throw badRequest(`INVALID_CONFIG : ${name}`);
}

const EVENTS = ['beforeCreate', 'beforeSignIn'];

/** Parses which credentials to forward. Blocking functions are not supported, so a trigger is rejected. */
function changedForwarding(change: Fields): Settings['blockingFunctions'] {
  const triggers = change.object('triggers');
  for (const event of Object.keys(triggers?.all() ?? {})) {
    if (!EVENTS.includes(event)) throw badRequest('INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))');
    const uri = triggers?.object(event)?.text('functionUri');
    if (uri === undefined || !URL.canParse(uri)) {
      throw badRequest(
        'INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))',
      );
    }
    throw notImplemented('blocking functions');
  }
  const forwarded = change.object('forwardInboundCredentials');
  if (forwarded === undefined) return {};
  const flags = ['idToken', 'accessToken', 'refreshToken'].map((name) => [name, forwarded.flag(name)]);
  return { forwardInboundCredentials: Object.fromEntries(flags) };
}

/** Settings that are stored and shown, and not acted on. */
export function changedStoredSettings(
  { smsRegionConfig, recaptchaConfig }: Pick<Settings, 'smsRegionConfig' | 'recaptchaConfig'>,
  body: Fields,
) {
  const recaptcha = body.object('recaptchaConfig')?.all();
  return {
    // One of two policies.
    smsRegionConfig: body.object('smsRegionConfig')?.all() ?? smsRegionConfig,
    recaptchaConfig: recaptcha ? { ...recaptchaConfig, ...recaptcha } : recaptchaConfig,
  };
}
