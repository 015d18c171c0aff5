type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type Optional<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
type Merged<T> = { readonly [K in keyof T]: T[K] };

/** `T` with optional properties in place of those that may be undefined. Keeps their documentation. */
export type OmitUndefined<T> = Merged<Omit<T, OptionalKey<T>> & Optional<Pick<T, OptionalKey<T>>>>;

export function omitUndefined<T extends object>(values: T): OmitUndefined<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as unknown as OmitUndefined<T>;
}
