import { object } from '../kinds/params/composite.ts';
import { flag, optional, type ReadValue } from '../kinds/params/reader.ts';
import type { NameCollection } from './session-options.ts';

const name = optional(object({ enabled: flag, optional: optional(flag) }));

export const nameCollectionParam = optional(object({ business: name, individual: name }));

type Given = ReadValue<typeof nameCollectionParam>;
type GivenName = ReadValue<typeof name>;

export function readNameCollection(given: Given): NameCollection {
  return { business: readAsked(given?.business), individual: readAsked(given?.individual) };
}

function readAsked(given: GivenName): NameCollection['business'] {
  if (!given?.enabled) return null;
  return given.optional ? 'optional' : 'required';
}

/** The request with defaults filled in. */
export function shownNameCollection({ business, individual }: NonNullable<Given>) {
  return {
    ...(business && { business: shownName(business) }),
    ...(individual && { individual: shownName(individual) }),
  };
}

function shownName({ enabled, optional: isOptional = false }: NonNullable<GivenName>) {
  return { enabled, optional: isOptional };
}
