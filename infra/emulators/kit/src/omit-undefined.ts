type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** `T` with optional properties in place of those that may be undefined. */
export type OmitUndefined<T> = { readonly [K in Exclude<keyof T, OptionalKey<T>>]: T[K] } & {
  readonly [K in OptionalKey<T>]?: Exclude<T[K], undefined>;
};

/** Returns a copy without the properties that are undefined. */
export function omitUndefined<T extends object>(values: T): OmitUndefined<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as unknown as OmitUndefined<T>;
}
