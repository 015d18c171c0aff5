import { isObject } from '../json-object.ts';

/**
 * Overlays the emulator's object on stripe-mock's, so that fields only Stripe's description has are kept.
 * Applies only to top-level objects and list items, because nested parts are already complete.
 */
export function overlay(base: unknown, ours: object): object {
  if (!isObject(base) || !isObject(ours)) return ours;
  if (ours.object === 'list' && Array.isArray(ours.data)) {
    const sample: unknown = Array.isArray(base.data) ? base.data[0] : undefined;
    return { ...ours, data: ours.data.map((item: object) => overlay(sample, item)) };
  }
  // A deleted object has no other fields, which the description does not express.
  const isSameKind = base.object === ours.object && base.deleted === ours.deleted;
  return isSameKind ? { ...base, ...ours } : ours;
}
