import { isObject } from '../description/json-object.ts';
import type { Context } from './context.ts';

/** Marks an outgoing object, and every object in it, with its mode. */
export function written<T extends object>({ livemode }: Pick<Context, 'livemode'>, object: T): T {
  // Wire objects are built for test mode, the common case.
  return livemode ? (inLiveMode(object) as T) : object;
}

function inLiveMode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLiveMode);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'livemode' ? true : inLiveMode(part)]),
  );
}
