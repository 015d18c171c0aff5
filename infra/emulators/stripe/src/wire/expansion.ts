import type { Context } from '../context.ts';
import { invalidRequest } from '../http/api-error.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { expandableField } from './expandable-fields.ts';

const MAX_DEPTH = 4;

function notExpandable(path: string): Error {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}

/** `wire` with the objects that `paths` name put in place of their ids. */
export function expand(context: Context, wire: object, paths: readonly string[]): object {
  return paths.reduce<object>((whole, path) => {
    const segments = path.split('.');
    if (segments.filter((segment) => segment !== 'data').length > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
      );
    }
    return expandPath(context, whole as JsonObject, segments, path);
  }, wire);
}

function expandPath(
  context: Context,
  target: JsonObject,
  segments: readonly string[],
  path: string,
): JsonObject {
  const [head, ...rest] = segments;
  if (head === undefined) return target;
  if (head === 'data' && target.object === 'list' && Array.isArray(target.data)) {
    return { ...target, data: target.data.map((item) => expandPath(context, item, rest, path)) };
  }
  const value = resolve(context, target, head, path);
  if (!isObject(value)) return target;
  return { ...target, [head]: expandPath(context, value, rest, path) };
}

/** The object behind a field: the one that is there already, or the one that its id stands for. */
function resolve(context: Context, target: JsonObject, field: string, path: string): unknown {
  const current = target[field];
  if (isObject(current)) return current;
  const lookUp = expandableField(target, field);
  if (lookUp !== undefined) return lookUp(context, target);
  // Nested parts such as `parent.subscription_details` have no type of their own and may be null.
  if (current === null && target.object === undefined) return null;
  throw notExpandable(path);
}
