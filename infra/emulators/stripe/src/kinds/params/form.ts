import { invalidRequest, rejected, unknownParameters } from '../../description/api-error.ts';
import { namesBeside, operationName } from '../../description/description.ts';

/** Lists are objects keyed by index, as on the wire; list readers turn them into arrays. */
export type FormValue = string | FormObject;
export interface FormObject {
  [key: string]: FormValue;
}

const MAX_DEPTH = 8;
const MAX_FIELDS = 1000;

function newObject(): FormObject {
  // Without a prototype, `__proto__` is an ordinary field name.
  return Object.create(null) as FormObject;
}

/** `a[b][]` → `['a', 'b', '']`; `a[b[c]]` is a form of `a[b][c]` that Stripe reads too. */
function splitKey(key: string): string[] {
  const open = key.indexOf('[');
  if (open < 0) return [key];
  const tail = key.slice(open).replace(/^((?:\[[^[\]]*\])*)\[([^[\]]+)\[([^[\]]+)\]\]$/, '$1[$2][$3]');
  if (!/^(\[[^[\]]*\])+$/.test(tail)) throw invalidRequest(`Invalid parameter name: ${key}`, { param: key });
  const parts = [key.slice(0, open), ...tail.slice(1, -1).split('][')];
  if (parts.length > MAX_DEPTH)
    throw invalidRequest(`Parameter is nested too deeply: ${key}`, { param: key });
  return parts;
}

function openChild(parent: FormObject, key: string, whole: string): FormObject {
  const child = parent[key];
  if (child === undefined) {
    const created = newObject();
    parent[key] = created;
    return created;
  }
  if (typeof child === 'string') throw invalidRequest(`Invalid object: ${whole}`, { param: whole });
  return child;
}

function has(object: FormObject, [key = '', ...rest]: readonly string[]): boolean {
  const child = key === '' ? undefined : object[key];
  if (child === undefined || typeof child === 'string' || rest.length === 0) return child !== undefined;
  return has(child, rest);
}

/** `items[][price]` adds to the last element of the list until that has the field, as old SDKs write it. */
function listIndex(list: FormObject, rest: readonly string[]): string {
  const count = Object.keys(list).length;
  const last = list[String(count - 1)];
  const continues = last !== undefined && typeof last !== 'string' && !has(last, rest);
  return String(continues ? count - 1 : count);
}

function assign(root: FormObject, whole: string, value: string): void {
  const parts = splitKey(whole);
  let target = root;
  for (const [at, part] of parts.slice(0, -1).entries()) {
    target = openChild(target, part === '' ? listIndex(target, parts.slice(at + 1)) : part, whole);
  }
  const last = parts.at(-1) ?? '';
  target[last === '' ? String(Object.keys(target).length) : last] = value;
}

/** Parses Stripe's bracket notation: `items[0][price]=p`, `expand[]=customer`. */
export function parseForm(text: string): FormObject {
  const root = newObject();
  let fields = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw invalidRequest('Too many parameters.');
    assign(root, key, value);
  }
  return root;
}

/** The names of all parameters, such as `items[0][price]`. */
export function* namesIn(value: FormValue, name = ''): Generator<string> {
  if (typeof value === 'string') yield name;
  else
    for (const [key, part] of Object.entries(value))
      yield* namesIn(part, name === '' ? key : `${name}[${key}]`);
}

/**
 * What is read beside the description: undocumented and former names, what only newer versions have, and what a
 * conversion between versions leads to.
 */
const ALSO_READ: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/accounts': ['bank_account', 'individual[nationality]', 'requested_capabilities'],
  'POST /v1/billing_portal/configurations': ['features[subscription_pause]'],
  'POST /v1/checkout/sessions': [
    'allowed_payment_method_types',
    'subscription_data[payment_behavior]',
    'subscription_data[trial_from_plan]',
  ],
  'POST /v1/customers': ['card', 'coupon', 'id', 'promotion_code'],
  'POST /v1/customers/:id/cards': ['validate'],
  'POST /v1/plans': ['aggregate_usage'],
  'POST /v1/prices': ['recurring[aggregate_usage]'],
  'POST /v1/subscription_items': ['off_session'],
  'POST /v1/subscription_schedules': ['phases[iterations]'],
  'POST /v1/subscriptions': ['plan', 'quantity'],
};

/** Until 2022-08-01 the items of a checkout had their price within themselves. */
const FORMER_ITEMS =
  'You cannot use `line_items.amount`, `line_items.currency`, `line_items.name`, `line_items.description`, or `line_items.images` in this API version. Please use `line_items.price` or `line_items.price_data`.';

/** Rejects what a call does not have although its readers do, which it shares with others. */
export function rejectUndescribed(call: string, form: FormObject): void {
  const operation = operationName(call);
  const also = ['payment_method_data[card]', ...(ALSO_READ[operation.replace(/\/:id$/, '')] ?? [])];
  const unknown = [...undescribedIn(form, '', operation, also)];
  if (/^line_items\[\d+\]\[(?:amount|currency|name|description|images)/.test(unknown[0] ?? '')) {
    throw rejected(FORMER_ITEMS);
  }
  if (unknown.length > 0) throw unknownParameters(unknown);
}

function* undescribedIn(
  form: FormObject,
  place: string,
  operation: string,
  also: readonly string[],
): Generator<string> {
  const within = (key: string) => (place === '' ? key : `${place}[${key}]`);
  const described = namesBeside(operation, within('any'));
  for (const [key, value] of Object.entries(form)) {
    const name = within(key);
    const isKnown =
      described.length === 0 || described.includes(key) || also.includes(name.replaceAll(/\[\d+\]/g, ''));
    if (!isKnown) yield name;
    else if (typeof value === 'object') yield* undescribedIn(value, name, operation, also);
  }
}
