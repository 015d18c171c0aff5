import { isObject, type JsonObject } from '../../description/json.ts';
import type { Context, VersionChange } from '../context.ts';
import type { FormObject } from '../params/form.ts';
import { withPrices } from './plan-params.ts';

export type WithChanges = Pick<Context, 'installed'>;

/** Versions start with a date, so they sort as text. */
function changesAfter({ installed }: WithChanges, version: string): readonly VersionChange[] {
  return installed.changes.filter(({ since }) => since > version);
}

/** Converts a newest-version object, and everything in it, to `version`. */
export function inVersion<T>(context: Context, version: string, newest: T): T;
export function inVersion(context: Context, version: string, newest: unknown): unknown {
  const changes = changesAfter(context, version);
  return changes.length === 0 ? newest : rewritten(context, changes, newest);
}

function rewritten(context: Context, changes: readonly VersionChange[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(context, changes, item));
  // A stored event keeps the version it was created in.
  if (!isObject(value) || value.object === 'event') return value;
  // Outer objects first, because a rewrite may add objects that need converting too.
  const entries = Object.entries(formerShape(context, changes, value)).map(([key, part]) => [
    key,
    // Metadata keys are the merchant's and must not be rewritten.
    key === 'metadata' ? part : rewritten(context, changes, part),
  ]);
  return Object.fromEntries(entries);
}

function formerShape(context: Context, changes: readonly VersionChange[], object: JsonObject): JsonObject {
  const type = object.object;
  if (typeof type !== 'string') return object;
  return changes.reduce(
    (shape, change) =>
      (Object.hasOwn(change.objects, type) ? change.objects[type]?.(context, shape) : undefined) ?? shape,
    object,
  );
}

/** Converts parameters of `version` to the newest version. `call` is the method and path. */
export function paramsOfVersion(
  context: WithChanges,
  version: string,
  call: string,
  form: FormObject,
): FormObject {
  return changesAfter(context, version)
    .toReversed()
    .reduce((params, change) => change.params?.[call]?.(params) ?? params, withPrices(call, form));
}
