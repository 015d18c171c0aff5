import type { EmulatorContext } from '../emulator-context.ts';
import { orNotFound } from './rest-error.ts';

/** The context of an event type, by its URI or id. */
export const findType = (uri: string, { types }: EmulatorContext): EmulatorContext | undefined =>
  types.find(({ addresses }) => lastSegment(addresses.eventType) === lastSegment(uri));

export const requireType = (uri: string, context: EmulatorContext): EmulatorContext =>
  orNotFound(findType(uri, context));

/** The id in a URI; an id alone is returned as it is. */
export const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
