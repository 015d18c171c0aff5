import { isObject } from '../json-object.ts';

/**
 * Our object over stripe-mock's: all that we know of wins, and fields that only its description has stay.
 * Only the outermost objects and the items of a list take part: inside them our own parts are complete.
 */
export function overlay(base: unknown, ours: object): object {
  if (!isObject(base) || !isObject(ours)) return ours;
  if (ours.object === 'list' && Array.isArray(ours.data)) {
    const sample: unknown = Array.isArray(base.data) ? base.data[0] : undefined;
    return { ...ours, data: ours.data.map((item: object) => overlay(sample, item)) };
  }
  // A deleted object is shown without its former fields, which the description does not know.
  const isSameKind = base.object === ours.object && base.deleted === ours.deleted;
  return isSameKind ? { ...base, ...ours } : ours;
}
