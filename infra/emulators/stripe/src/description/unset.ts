import { DESCRIPTION } from './description.ts';

/** The fields of an answer that are null unless they are set. */
type Unset<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : null extends T[K] ? K : never]: null;
};

/** The nullable fields that Stripe's description lists for an answer or for a part of one, all null. */
export function unset<T>(schema: string): Unset<T> {
  const fields = DESCRIPTION.nullable[schema] ?? [];
  return Object.fromEntries(fields.map((field) => [field, null])) as Unset<T>;
}
