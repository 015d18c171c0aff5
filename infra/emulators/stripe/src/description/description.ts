import { readFileSync } from 'node:fs';

/** What is known of Stripe's own API description; written by `scripts/stripe-description.ts`. */
interface Description {
  readonly version: string;
  /** Parameters by method and path, such as `POST /v1/customers/:id`. */
  readonly operations: Readonly<Record<string, readonly string[]>>;
  /** Expandable fields by the type of the object; those of its parts, which have no type, under the empty name. */
  readonly expandable: Readonly<Record<string, readonly string[]>>;
  readonly eventTypes: readonly string[];
  /** Types of tax ids that a customer may have. */
  readonly taxIdTypes: readonly string[];
}

const path = new URL('description.json', import.meta.url);

export const DESCRIPTION: Description = JSON.parse(readFileSync(path, 'utf8'));

const EXPANDABLE = new Map(
  Object.entries(DESCRIPTION.expandable).map(([type, fields]) => [type, new Set(fields)]),
);

/** Whether Stripe expands that field of an object, or of a part of one where `type` is empty. */
export function expandsAtStripe(type: string, field: string): boolean {
  return EXPANDABLE.get(type)?.has(field) ?? false;
}

/** Whether Stripe's call has a parameter of that name. */
export function isParameterAtStripe(call: string, name: string): boolean {
  return DESCRIPTION.operations[call]?.includes(name) ?? false;
}
