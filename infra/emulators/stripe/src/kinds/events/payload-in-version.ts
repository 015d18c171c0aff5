import { invalidRequest } from '../../description/api-error.ts';
import { API_VERSION } from '../../description/description.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { Context } from '../context.ts';
import { eventData } from '../objects.ts';
import { written } from '../versions/in-version.ts';
import type { StoredEvent } from './webhook-entities.ts';

/**
 * The JSON of an event as an endpoint of the version gets it; what that version looks up, such as the invoice of a payment,
 * is as it is now. Throws 400 for an event that is itself in an older version.
 */
export function payloadInVersion(context: Context, { payload }: StoredEvent, version: string): string {
  const event = JSON.parse(payload);
  if (event.api_version !== API_VERSION) {
    throw invalidRequest(
      `Only events in ${API_VERSION} have other versions; this is in ${event.api_version}.`,
    );
  }
  const { object, previous_attributes: before } = event.data;
  const data = eventData(context, version, object, before && restored(object, before));
  return JSON.stringify({ ...event, api_version: version, data: written(context, data) });
}

/** What changed in an object as it was before, with those parts of it that stayed. */
function restored(object: JsonObject, before: JsonObject): JsonObject {
  const entries = Object.entries(before).map(([name, value]) => {
    const now = object[name];
    return [name, isObject(value) && isObject(now) ? { ...now, ...restored(now, value) } : value];
  });
  return Object.fromEntries(entries);
}
