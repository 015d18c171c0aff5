import { expandsAtStripe } from '../description/description.ts';
import type { JsonObject } from '../description/json.ts';
import type { Context, FindShown, Installed, LookUp, Reference } from './context.ts';

/** What made a line of an invoice, before basil. */
const FORMER_PARTS: readonly string[] = ['invoice_item', 'subscription_item'];

/** Fields that older API versions have or that Stripe does not describe, by object type. Nested parts have none. */
const MORE_REFERENCES: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['charge', 'coupon', 'default_payment_method', 'discount', 'payment_intent', 'price'],
    ...['promotion_code', 'refund', 'shipping_rate', 'subscription'],
  ],
  charge: ['destination', 'dispute', 'invoice'],
  credit_note: ['refund'],
  invoiceitem: ['subscription'],
  invoice: ['charge', 'discount', 'payment_intent', 'payment_method', 'quote', 'subscription'],
  line_item: FORMER_PARTS,
  payment_intent: ['invoice', 'source'],
  subscription: ['discount'],
};

/** `whole` is the object that a part without a type belongs to. */
export function expandableField(
  { installed }: Context,
  owner: JsonObject,
  field: string,
  whole: JsonObject,
): LookUp | undefined {
  const type = typeof owner.object === 'string' ? owner.object : '';
  const lookUps = installed.fields[type === '' ? `${whole.object}/${field}` : `${type}.${field}`];
  if (lookUps !== undefined) return firstKnown(lookUps, field);
  const reference = findReference(installed, owner, type, field);
  return reference && ((context) => found(context, owner[field], reference.show));
}

/** Whether the field is one that a line of an invoice has only if there is such an object, before basil. */
export function isLeftOut(owner: JsonObject, field: string): boolean {
  return owner.object === 'line_item' && 'proration' in owner && FORMER_PARTS.includes(field);
}

/** An id that is unknown stays. */
function firstKnown(lookUps: readonly LookUp[], field: string): LookUp {
  return (context, owner, whole) => {
    for (const lookUp of lookUps) {
      const shown = lookUp(context, owner, whole);
      if (shown !== undefined) return shown;
    }
    return owner[field];
  };
}

/** Replaces ids by their objects; those of unknown objects stay. */
function found(context: Context, value: unknown, find: FindShown): unknown {
  if (Array.isArray(value)) return value.map((id) => found(context, id, find));
  return typeof value === 'string' ? (find(context, value) ?? value) : null;
}

function findReference(
  { references }: Installed,
  owner: JsonObject,
  type: string,
  field: string,
): Reference | undefined {
  // Only versions before basil name the rate there.
  const isRate = field === 'tax_rate' && 'inclusive' in owner;
  // The source of a revision; other parts that name an invoice cannot expand it.
  const isRevised = field === 'invoice' && 'action' in owner;
  const isListed = type !== '' && expandsAtStripe(type, field);
  const isMore = Object.hasOwn(owner, field) && MORE_REFERENCES[type]?.includes(field) === true;
  return isRate || isRevised || isListed || isMore ? references[field] : undefined;
}
