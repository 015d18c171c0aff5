import { invalidRequest } from '../description/api-error.ts';
import { expandsAtStripe } from '../description/description.ts';
import { isObject, type JsonObject } from '../description/json.ts';
import type { Context, FindShown, Installed, LookUp, Reference } from './context.ts';

const MAX_DEPTH = 4;

/** Unlike other errors about a parameter, this one does not name it. */
function notExpandable(path: string, hint = ''): Error {
  return invalidRequest(`This property cannot be expanded (${path}).${hint}`);
}

/** Converts a newest-version object to the requested version. */
type Show = (newest: object) => object;

const COUNT = 'total_count';

/** Replaces the ids at `paths` in `wire` with their objects, each converted by `show`. */
export function expand(context: Context, wire: object, paths: readonly string[], show: Show): object {
  if ((wire as JsonObject).object !== 'search_result') return expandPaths(context, wire, paths, show);
  // Searches are counted on request only.
  const { [COUNT]: _, ...uncounted } = wire as JsonObject;
  const shown = paths.includes(COUNT) ? wire : uncounted;
  const fields = paths.filter((path) => path !== COUNT);
  return expandPaths(context, shown, fields, show);
}

function expandPaths(context: Context, wire: object, paths: readonly string[], show: Show): object {
  return paths.reduce<object>((whole, path) => {
    const segments = path.split('.');
    // The `data` of a list counts as a level.
    if (segments.length > MAX_DEPTH) {
      const message = `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`;
      throw invalidRequest(message, { code: 'property_expansion_max_depth', param: 'expand' });
    }
    rejectOutsideData(whole as JsonObject, path);
    return expandPath({ context, show, path }, whole as JsonObject, segments);
  }, wire);
}

/** In a list, what is expanded is below its `data`. */
function rejectOutsideData({ object: type }: JsonObject, path: string): void {
  if ((type !== 'list' && type !== 'search_result') || /^data(\.|$)/.test(path)) return;
  throw notExpandable(path, ` You may want to try expanding 'data.${path}' instead.`);
}

interface Expansion {
  readonly context: Context;
  readonly show: Show;
  readonly path: string;
}

/** `around` is the object that a part without a type belongs to. */
function expandPath(
  expansion: Expansion,
  target: JsonObject,
  segments: readonly string[],
  around: JsonObject = target,
): JsonObject {
  const [head, ...rest] = segments;
  if (head === undefined) return target;
  const whole = typeof target.object === 'string' ? target : around;
  const each = (item: unknown) => (isObject(item) ? expandPath(expansion, item, rest, whole) : item);
  if (head === 'data' && target.object === 'list' && Array.isArray(target.data)) {
    return { ...target, data: target.data.map(each) };
  }
  const value = resolve(expansion, target, head, rest.length, whole);
  if (Array.isArray(value)) return { ...target, [head]: value.map(each) };
  if (!isObject(value)) return value === null ? { ...target, [head]: null } : target;
  return { ...target, [head]: each(value) };
}

/** The object in a field: already expanded, or looked up by its id. */
function resolve(
  { context, show, path }: Expansion,
  target: JsonObject,
  field: string,
  below: number,
  whole: JsonObject,
): unknown {
  const current = target[field];
  const leadsOn = below > 0;
  // What is expanded below a field does not make it.
  const absent = leadsOn && !(field in target) ? undefined : null;
  // The pairs of an account's own are no object of Stripe.
  if (field === 'metadata' && !leadsOn) throw notExpandable(path);
  if (isObject(current)) return current;
  if (Array.isArray(current) && current.length > 0 && current.every(isObject)) return current;
  const lookUp = expandableField(context, target, field, whole);
  if (lookUp !== undefined) {
    const found = lookUp(context, target, whole);
    if (Array.isArray(found)) return found.map((item: unknown) => (isObject(item) ? show(item) : item));
    return isObject(found) ? show(found) : (found ?? absent);
  }
  // A list of parts that happens to be empty.
  if (leadsOn && Array.isArray(current) && current.length === 0) return current;
  // Nested parts such as `parent.subscription_details` have no type and may be null.
  if (current === null && target.object === undefined) return null;
  // Fields that only Stripe can expand keep their value, usually null.
  const type = typeof target.object === 'string' ? target.object : '';
  if (expandsAtStripe(type, field)) return current ?? absent;
  if (isLeftOut(target, field)) return undefined;
  const segments = path.split('.');
  throw notExpandable(segments.slice(0, segments.length - below).join('.'));
}

/** What made a line of an invoice, before basil. */
const FORMER_PARTS: readonly string[] = ['invoice_item', 'subscription_item'];

/** Fields that older API versions have or that Stripe does not describe, by object type. Nested parts have none. */
const MORE_REFERENCES: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['charge', 'coupon', 'default_payment_method', 'discount', 'payment_intent', 'price'],
    ...['promotion_code', 'refund', 'shipping_rate', 'subscription'],
    ...['generated_sepa_debit', 'generated_sepa_debit_mandate'],
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
function expandableField(
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
function isLeftOut(owner: JsonObject, field: string): boolean {
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
  const isMore = owner[field] !== undefined && MORE_REFERENCES[type]?.includes(field) === true;
  return isRate || isRevised || isListed || isMore ? references[field] : undefined;
}
