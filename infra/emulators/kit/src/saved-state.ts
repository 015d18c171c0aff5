import { anyObject, integer, object, text } from './json-reader.ts';

const SHAPE = {
  service: text,
  /** The version of the format. A service reads its own and earlier ones. */
  version: integer(1),
  content: anyObject,
};

export const readSavedState = object(SHAPE);

/** Everything that one emulator holds, or one namespace of it. */
export type SavedState = ReturnType<typeof readSavedState>;

/** The content, if it is of this service and not newer than `version`. Throws a RangeError otherwise. */
export function savedContent<T>(saved: SavedState, { service, version }: Omit<SavedState, 'content'>): T {
  if (saved.service !== service)
    throw new RangeError(`this is the state of ${saved.service}, not of ${service}`);
  if (saved.version > version)
    throw new RangeError(
      `the state has version ${saved.version}; this emulator reads up to version ${version}`,
    );
  return saved.content as T;
}
