/** Whether a value is a JSON object, whose fields a path such as `signIn.email.enabled` can name. */
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function leafPaths(group: object): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    isGroup(value) ? leafPaths(value).map((path) => `${name}.${path}`) : name,
  );
}

export function valueAt(from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from ?? undefined;
  return isGroup(from) && Object.hasOwn(from, name) ? valueAt(from[name], rest) : undefined;
}

export function setAt(
  into: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = isGroup(into[name]) ? into[name] : {};
  into[name] = inner;
  setAt(inner, rest, value);
}
