import { notImplemented } from '../errors/api-error.ts';
import { toCamelCase } from '../wire/camel-case.ts';
import { Fields } from '../wire/fields.ts';

/** The settings that the emulator acts on. */
const SETTINGS = [
  'signIn.allowDuplicateEmails',
  'signIn.email.enabled',
  'signIn.email.passwordRequired',
  'signIn.anonymous.enabled',
  'signIn.phoneNumber.enabled',
  'notification.sendEmail.callbackUri',
  'authorizedDomains',
  'emailPrivacyConfig.enableImprovedEmailPrivacy',
  'passwordPolicyConfig',
  'mfa',
  'blockingFunctions',
];
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
    const value = valueAt(body, names) ?? valueAt(defaults, names);
    if (value !== undefined) setAt(chosen, names, value);
  }
  return chosen;
}

const isWithin = (path: string, settings: readonly string[]) =>
  settings.some((setting) => `${path}.`.startsWith(`${setting}.`));

const unsupported = (path: string) => notImplemented(`the setting ${path.slice(0, 60)}`);

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function leafPaths(group: object): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    isGroup(value) ? leafPaths(value).map((path) => `${name}.${path}`) : name,
  );
}

function valueAt(from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from ?? undefined;
  return isGroup(from) && Object.hasOwn(from, name) ? valueAt(from[name], rest) : undefined;
}

function setAt(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = isGroup(into[name]) ? into[name] : {};
  into[name] = inner;
  setAt(inner, rest, value);
}
