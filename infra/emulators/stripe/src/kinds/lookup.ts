import { randomFillSync } from 'node:crypto';
import { noSuch } from '../description/api-error.ts';
import type { JsonObject } from '../description/json.ts';
import type { Context } from './context.ts';
import type { Collection } from './store/collection.ts';
import type { Identified } from './store/kind-type.ts';
import type { Store } from './store/store.ts';

export function required<T>(entity: T | undefined, kind: string, id: string, param?: string): T {
  if (entity === undefined) throw noSuch(kind, id, param);
  return entity;
}

export type Find<T> = (context: Context, id: string, param?: string) => T;

/** The objects in a collection of the store. */
type In<N extends keyof Store> = Store[N] extends Collection<infer T> ? T : never;

/** Finds an object of one kind, or throws Stripe's error for an unknown id. */
export interface Finder<T extends Identified> extends Find<T> {
  /** The name that messages use for the kind. */
  readonly kind: string;
  readonly among: (store: Store) => Collection<T>;
}

export function finder<N extends keyof Store>(kind: string, name: N): Finder<In<N>> {
  return finderAmong(kind, (store) => store.collection<In<N>>(name));
}

export function finderAmong<T extends Identified>(kind: string, among: Finder<T>['among']): Finder<T> {
  const find: Find<T> = ({ store }, id, param) => required(among(store).get(id), kind, id, param);
  return Object.assign(find, { kind, among });
}

/** What a parameter refers to, as it is shown; throws Stripe's error if it is unknown or deleted. */
export function requireReferred(context: Context, name: string, id: string, param: string): JsonObject {
  const { kind = name, show } = context.installed.references[name] ?? {};
  const shown = show?.(context, id) as JsonObject | undefined;
  return required(shown?.deleted === true ? undefined : shown, kind, id, param);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Enough random bytes for about a hundred ids: one system call per id dominates the cost of creating it. */
const POOL = new Uint8Array(4096);
let next = POOL.length;

function randomByte(): number {
  if (next === POOL.length) {
    randomFillSync(POOL);
    next = 0;
  }
  const byte = POOL[next] ?? 0;
  next += 1;
  return byte;
}

export function randomText(length: number): string {
  const text = Buffer.allocUnsafe(length);
  for (let drawn = 0; drawn < length; ) {
    const byte = randomByte();
    // 248 is the largest multiple of 62 in a byte; values above it would bias the draw.
    if (byte >= 248) continue;
    text[drawn] = ALPHABET.charCodeAt(byte % 62);
    drawn += 1;
  }
  return text.toString('latin1');
}

/** A new object id such as `cus_…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}
