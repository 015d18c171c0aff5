export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON as Stripe writes it: indented by two spaces. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined, so that they leave those of another object as they are. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Marks an outgoing object, and every object in it, with its mode. */
export function written<T extends object>({ livemode }: { readonly livemode: boolean }, object: T): T {
  // Wire objects are built for test mode, the common case.
  return livemode ? (inLiveMode(object) as T) : object;
}

function inLiveMode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLiveMode);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      // What an object does not show is undefined.
      key === 'livemode' && part !== undefined ? true : inLiveMode(part),
    ]),
  );
}
