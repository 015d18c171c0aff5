import { notImplemented } from '../errors/api-error.ts';
import { defaultConfig } from '../state/project-config.ts';
import { leafPaths, setAt, toCamelCase, valueAt } from '../wire/field-paths.ts';
import { Fields } from '../wire/fields.ts';

/** The settings that the emulator acts on, or stores and shows. */
const SETTINGS = [
  ...leafPaths({ signIn: defaultConfig(true).signIn }),
  'notification.sendEmail.callbackUri',
  'authorizedDomains',
  'emailPrivacyConfig.enableImprovedEmailPrivacy',
  'passwordPolicyConfig',
  'mfa',
  'blockingFunctions',
  ...['allowByDefault', 'allowlistOnly'].map((name) => `smsRegionConfig.${name}`),
  ...[
    'emailPasswordEnforcementState',
    'phoneEnforcementState',
    'managedRules',
    'recaptchaKeys',
    'tollFraudManagedRules',
    'useAccountDefender',
    'useSmsBotScore',
    'useSmsTollFraudProtection',
  ].map((name) => `recaptchaConfig.${name}`),
];
/** Absent by default. */
const STORED = ['smsRegionConfig', 'recaptchaConfig'];
/** Ignored in a change, as by the service. */
const OUTPUT_ONLY = ['name', 'signIn.hashConfig'];

/**
 * The settings that a request changes. A setting that the mask names and the body lacks returns to its default. Throws for
 * settings that the emulator does not act on.
 */
export function configChanges(body: object, mask: string | null, defaults: object): Fields {
  const changes = mask ? masked(body, mask.split(',').map(toCamelCase), defaults) : body;
  for (const path of leafPaths(changes)) {
    if (!isWithin(path, [...SETTINGS, ...OUTPUT_ONLY])) throw unsupported(path);
  }
  return new Fields(changes);
}

function masked(body: object, paths: readonly string[], defaults: object): object {
  const chosen = {};
  for (const path of paths) {
    const isGroup = SETTINGS.some((setting) => setting.startsWith(`${path}.`));
    if (!isGroup && !isWithin(path, [...SETTINGS, ...OUTPUT_ONLY])) throw unsupported(path);
    const names = path.split('.');
    const value =
      valueAt(body, names) ?? valueAt(defaults, names) ?? (STORED.includes(path) ? {} : undefined);
    if (value !== undefined) setAt(chosen, names, value);
  }
  return chosen;
}

const isWithin = (path: string, settings: readonly string[]) =>
  settings.some((setting) => `${path}.`.startsWith(`${setting}.`));

const unsupported = (path: string) => notImplemented(`the setting ${path.slice(0, 60)}`);
