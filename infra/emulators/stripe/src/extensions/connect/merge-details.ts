import { isObject, type JsonObject } from '../../description/json.ts';

/** Parts that are not given stay as they are. */
export function mergeDetails(before: JsonObject, given: JsonObject): JsonObject {
  const parts = Object.entries(given).map(([key, value]) => {
    const former = before[key];
    return [key, isObject(value) && isObject(former) ? mergeDetails(former, value) : value];
  });
  return { ...before, ...Object.fromEntries(parts) };
}
