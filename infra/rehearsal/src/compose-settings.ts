import { parse } from 'yaml';

export type Variables = Readonly<Record<string, string>>;

/** Later files override earlier ones; `variables` are as in `.env`. */
export function serviceEnvironment(
  files: readonly string[],
  service: string,
  variables: Variables,
): Record<string, string> {
  const environments = files
    .map((file) => environmentIn(file, service, variables))
    .filter((environment) => environment !== undefined);
  if (environments.length === 0)
    throw new Error(`No file defines an environment for the service ${service}.`);
  return Object.assign({}, ...environments);
}

function environmentIn(file: string, service: string, variables: Variables) {
  // Compose's own tags, such as `!override`, are ignored.
  const { services } = parse(interpolate(file, variables), { merge: true, logLevel: 'error' }) as {
    readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, unknown>> }>>;
  };
  const environment = services[service]?.environment;
  if (environment === undefined) return undefined;
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]));
}

const INNERMOST = /\$\{(\w+)(?:(:-|:\?)([^${}]*))?\}/g;

/** Compose's syntax: `${A}`, `${A:-default}` and `${A:?error}`, possibly nested. */
export function interpolate(text: string, variables: Variables): string {
  const next = text.replace(INNERMOST, (_, name: string, operator?: string, word = '') => {
    const value = variables[name] ?? '';
    if (value !== '' || operator === undefined) return value;
    if (operator === ':?') throw new Error(word);
    return word;
  });
  return next === text ? text : interpolate(next, variables);
}
