import { anyObject, integer, object, text } from './json-reader.ts';

/** The version of everything that the emulators save. It grows whenever one of them saves something in another way. */
export const STATE_VERSION = 2;

export const readSavedState = object({
  service: text,
  version: integer(1),
  content: anyObject,
});

/** Everything that one emulator holds, or one namespace of it. */
export type SavedState = ReturnType<typeof readSavedState>;

/** The content, if it is of this service and version. Throws a RangeError otherwise. */
export function savedContent<T>(saved: SavedState, service: string): T {
  if (saved.service !== service)
    throw new RangeError(`this is the state of ${saved.service}, not of ${service}`);
  requireStateVersion(saved.version);
  return saved.content as T;
}

/** Throws a RangeError for what another version saved. */
export function requireStateVersion(version: unknown): void {
  if (version === STATE_VERSION) return;
  throw new RangeError(
    `the state has version ${version}, but this release reads version ${STATE_VERSION}; use the release that saved it`,
  );
}

/** Throws a RangeError unless `value` is a list of objects that have these properties as text. */
export function requireObjects(
  value: unknown,
  path: string,
  texts: readonly string[],
): asserts value is readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) throw new RangeError(`${path} must be a list`);
  for (const [index, each] of value.entries()) {
    const found = anyObject(each, `${path}.${index}`);
    for (const name of texts) text(found[name], `${path}.${index}.${name}`);
  }
}

/** Runs a check of saved state, and words whatever it throws as a fault of that state. */
export async function asSavedFault(service: string, check: () => unknown): Promise<void> {
  try {
    await check();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RangeError(`the state of ${service} cannot be used: ${reason}`, { cause });
  }
}
