import type { Context } from '../context.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import type { FormObject } from '../params/form.ts';
import { CHANGES } from './changes/changes.ts';
import type { VersionChange } from './changes/version-change.ts';

/** Versions begin with their date, so that they sort as text. */
function changesAfter(version: string): readonly VersionChange[] {
  return CHANGES.filter(({ since }) => since > version);
}

/** An object of the newest shape, with all that is in it, as `version` shows it. */
export function inVersion<T>(context: Context, version: string, newest: T): T;
export function inVersion(context: Context, version: string, newest: unknown): unknown {
  const changes = changesAfter(version);
  return changes.length === 0 ? newest : rewritten(context, changes, newest);
}

function rewritten(context: Context, changes: readonly VersionChange[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(context, changes, item));
  // A stored event keeps the version in which it was created.
  if (!isObject(value) || value.object === 'event') return value;
  // The outer object first: what a rewrite adds has the newest shape too and comes next.
  const entries = Object.entries(formerShape(context, changes, value)).map(([key, part]) => [
    key,
    // Metadata is the account's own, whatever its keys are called.
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

/** Parameters as `version` names them, in the words of the newest version. `call` is the method and the path. */
export function paramsOfVersion(version: string, call: string, form: FormObject): FormObject {
  return changesAfter(version)
    .toReversed()
    .reduce((params, change) => change.params?.[call]?.(params) ?? params, form);
}
