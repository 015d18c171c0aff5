import type { EmulatorContext } from '../emulator-context.ts';
import { notFound } from './rest-error.ts';

/** The context of an event type, by its URI or id. */
export const findType = (uri: string, { types }: EmulatorContext): EmulatorContext | undefined =>
  types.find(({ addresses }) => lastSegment(addresses.eventType) === lastSegment(uri));

export function requireType(uri: string, context: EmulatorContext): EmulatorContext {
  const found = findType(uri, context);
  if (found === undefined) throw notFound();
  return found;
}

/** The id in a URI; an id alone is returned as it is. */
export const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
