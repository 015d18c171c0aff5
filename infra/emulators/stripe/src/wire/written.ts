import type { Context } from '../context.ts';
import { isObject } from '../json-object.ts';

/** An object as it leaves the emulator, in an answer or in an event: in the mode it belongs to. */
export function written<T extends object>({ livemode }: Pick<Context, 'livemode'>, object: T): T {
  // Wire objects are made for test mode, which is by far the more frequent.
  return livemode ? (inLiveMode(object) as T) : object;
}

function inLiveMode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLiveMode);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'livemode' ? true : inLiveMode(part)]),
  );
}
