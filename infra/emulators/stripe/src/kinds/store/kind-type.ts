import type Stripe from 'stripe';
import { DESCRIPTION } from '../../description/description.ts';

/** An object in the shape in which Stripe's newest version shows it, with the id of what can be expanded. */
export type Kept<Shown, Without extends keyof Shown = never> = {
  readonly [K in keyof Shown as K extends Without | 'deleted' | 'livemode' | 'object' ? never : K]-?: Part<
    Exclude<Shown[K], undefined>
  >;
};

/** Marks what a collection holds. A copy of it has not the fields that it inherits, and types tell them apart. */
export declare class Held {
  private readonly isHeld: true;
}

/** A text in earlier SDKs, whose types have no name for it. */
export type Decimal = NonNullable<Stripe.Price['unit_amount_decimal']>;

/** Of the SDK's types, decimals are texts, enums have only the values that are known, and no value is the empty text. */
export type Part<V> = V extends Decimal
  ? string
  : V extends ''
    ? never
    : V extends string
      ? IsSame<V, string & Record<never, never>> extends true
        ? never
        : V
      : V extends readonly (infer E)[]
        ? readonly Part<E>[]
        : V extends { readonly id: string; readonly object: string }
          ? never
          : V extends object
            ? { readonly [K in keyof V]: Part<V[K]> }
            : V;

export type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** What objects of a kind have unless something else is said: null for what Stripe's description says may be null. */
export function plain<T>() {
  type Nulls = { readonly [K in keyof T as null extends T[K] ? K : never]: null };
  return <const D extends Partial<T>>(type: string, given: D): Omit<Nulls, keyof D> & D => {
    const nulls = (DESCRIPTION.nullable[type] ?? []).map((field) => [field, null]);
    return { ...Object.fromEntries(nulls), ...given };
  };
}

/** Keeps of an object only what differs from the plain ones of its kind, which it inherits. */
export function sparse<T extends object>(plain: object): (object: T) => T {
  const defaults = new Map(Object.entries(plain));
  class Held {}
  Object.assign(Held.prototype, plain);
  return (object) => {
    if (object instanceof Held) return object;
    const held: Record<string, unknown> = new Held() as Record<string, unknown>;
    for (const [name, value] of Object.entries(object)) {
      if (value !== undefined && !isSame(value, defaults.get(name))) held[name] = value;
    }
    return held as T;
  };
}

/** Of a part with fields, all of it differs if any field does. */
function isSame(value: unknown, standard: unknown): boolean {
  if (value === standard || typeof value !== 'object' || value === null) return value === standard;
  return typeof standard === 'object' && JSON.stringify(value) === JSON.stringify(standard);
}

type Own = Readonly<Record<string, unknown>> | { readonly id: string; readonly hidden?: object };

/** The whole object as Stripe shows it; `computed` depends on the moment or on others, and answers contain `onRequest` only then. */
export function shown<T extends object>(type: string, plain: object, onRequest: readonly string[] = []) {
  const { hidden: _hidden, ...visible } = plain as { readonly hidden?: object };
  const fields = Object.entries({ livemode: false, ...visible }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const standard = { object: type, ...Object.fromEntries(fields) };
  return <C extends object>(kept: Own, computed?: C): T => {
    const { id, hidden: _, ...own } = kept as { readonly id: string; readonly hidden?: object };
    const all: Record<string, unknown> = { id, ...standard, ...own, ...computed };
    // Not deleted: an object of which something was deleted is slow to copy and to write.
    for (const name of onRequest) if (all[name] !== undefined) all[name] = undefined;
    return all as T;
  };
}

export type Metadata = Readonly<Record<string, string>>;

export interface Identified {
  readonly id: string;
}

/** What the objects of the state have in common. */
export interface Entity extends Identified {
  readonly created: number;
}

/** An object that apps can add their own data to. */
export interface Labelled extends Entity {
  readonly metadata: Metadata;
}

/** What a collection makes a held object of. */
export type Loose<T> = { [K in keyof T]: T[K] };

/** The fields of an answer that are null unless they are set. */
type Unset<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : null extends T[K] ? K : never]: null;
};

/** The nullable fields that Stripe's description lists for an answer or for a part of one, all null. */
export function unset<T>(schema: string): Unset<T> {
  const fields = DESCRIPTION.nullable[schema] ?? [];
  return Object.fromEntries(fields.map((field) => [field, null])) as Unset<T>;
}

/** A decimal is a string on the wire; the SDK's types describe the object it is parsed into. */
export function decimal(value: number): Decimal {
  return String(value) as unknown as Decimal;
}
