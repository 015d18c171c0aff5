import { parse } from 'yaml';

export type Variables = Readonly<Record<string, string>>;

/** The environment that a compose file gives to a service, with `variables` as they are in `.env`. */
export function environmentOf(file: string, service: string, variables: Variables): Record<string, string> {
  const { services } = parse(interpolate(file, variables), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, unknown>> }>>;
  };
  const environment = services[service]?.environment;
  if (environment === undefined) throw new Error(`The file has no service ${service} with an environment.`);
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]));
}

const INNERMOST = /\$\{(\w+)(?:(:-|:\?)([^${}]*))?\}/g;

/** Compose's own syntax: `${A}`, `${A:-otherwise}` and `${A:?what to say}`, one inside another. */
export function interpolate(text: string, variables: Variables): string {
  const next = text.replace(INNERMOST, (_, name: string, operator?: string, word = '') => {
    const value = variables[name] ?? '';
    if (value !== '' || operator === undefined) return value;
    if (operator === ':?') throw new Error(word);
    return word;
  });
  return next === text ? text : interpolate(next, variables);
}
