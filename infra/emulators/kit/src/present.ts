type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** `T` with each property that may be undefined made optional instead. */
export type Present<T> = { readonly [K in Exclude<keyof T, OptionalKey<T>>]: T[K] } & {
  readonly [K in OptionalKey<T>]?: Exclude<T[K], undefined>;
};

/** The properties that are not undefined. */
export function present<T extends object>(values: T): Present<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as unknown as Present<T>;
}
