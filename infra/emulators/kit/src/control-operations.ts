import type { Reader } from './json-reader.ts';
import { readSavedState, type SavedState } from './saved-state.ts';
import type { ClockReading, TimeSpan } from './time-span.ts';

export interface Controlled {
  reset(): Promise<void>;
  settle(): Promise<void>;
  state(): Promise<object>;
  /** Everything that `loadState` needs to bring it back, with secrets and password hashes. */
  saveState(): Promise<SavedState>;
  /** Throws a RangeError for what `loadState` rejects: a state that is damaged, or of another service or version. */
  checkState(saved: SavedState): Promise<void>;
  /** Replaces everything by what was saved, or changes nothing. */
  loadState(saved: SavedState): Promise<void>;
}

export interface Timed {
  clock(): Promise<ClockReading>;
  advanceTime(span: TimeSpan): Promise<unknown>;
}

/** How an operation is requested. Path parameters such as `:id` are its first arguments, the body is its last. */
export interface Operation<Argument = unknown> {
  readonly method: string;
  readonly path: string;
  readonly body?: Reader<Argument> | undefined;
  /** The property of the answer that contains the result; by default, the answer is the result. */
  readonly property?: string | undefined;
}

/** All operations of `T` but special ones, whose route or call is not that simple. */
export type Operations<T, Special = never> = {
  readonly [K in Exclude<keyof T, Special>]: T[K] extends (...given: infer Given) => unknown
    ? Operation<Given[number] | undefined>
    : never;
};

export function get(path: string, property?: string): Operation<never> {
  return { method: 'GET', path, property };
}

export function post<T = never>(path: string, body?: Reader<T>, property?: string): Operation<T> {
  return { method: 'POST', path, body, property };
}

export function remove(path: string): Operation<never> {
  return { method: 'DELETE', path };
}

export const COMMON_OPERATIONS: Operations<Controlled> = {
  reset: post('reset'),
  settle: post('settle'),
  state: get('state'),
  saveState: get('saved-state'),
  checkState: post('saved-state/check', readSavedState),
  loadState: post('saved-state', readSavedState),
};
