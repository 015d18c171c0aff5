import { type ApiError, invalidRequest, unknownParameters } from '../../description/api-error.ts';
import { DESCRIPTION, findRemoval, operationName } from '../../description/description.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { Context, VersionChange } from '../context.ts';
import { type FormObject, type FormValue, namesIn, parseForm } from '../params/form.ts';

export type Conversion = (form: FormObject) => FormObject;

/** Converts a part of a form, if there is one. */
export const within =
  (name: string, convert: Conversion): Conversion =>
  (form) => {
    const part = form[name];
    return typeof part === 'object' ? { ...form, [name]: convert(part) } : form;
  };

/** Converts each object of a list. */
export const each =
  (convert: Conversion): Conversion =>
  (list) =>
    Object.fromEntries(
      Object.entries(list).map(([index, one]): [string, FormValue] => [
        index,
        typeof one === 'object' ? convert(one) : one,
      ]),
    );

export type WithChanges = Pick<Context, 'installed'>;

/** Versions start with a date, so they sort as text. */
function changesAfter({ installed }: WithChanges, version: string): readonly VersionChange[] {
  return installed.changes.filter(({ since }) => since > version);
}

/** Converts a newest-version object, and everything in it, to `version`. */
export function inVersion<T>(context: Context, version: string, newest: T): T;
export function inVersion(context: Context, version: string, newest: unknown): unknown {
  const changes = changesAfter(context, version);
  return changes.length === 0 ? newest : rewritten(context, changes, newest);
}

function rewritten(context: Context, changes: readonly VersionChange[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(context, changes, item));
  // A stored event keeps the version it was created in.
  if (!isObject(value) || value.object === 'event') return value;
  // Outer objects first, because a rewrite may add objects that need converting too.
  const entries = Object.entries(formerShape(context, changes, value)).map(([key, part]) => [
    key,
    // Metadata keys are the merchant's and must not be rewritten.
    key === 'metadata' ? part : rewritten(context, changes, part),
  ]);
  return Object.fromEntries(entries);
}

function formerShape(context: Context, changes: readonly VersionChange[], object: JsonObject): JsonObject {
  const type = object.object;
  if (typeof type !== 'string') return object;
  return changes.reduce(
    (shape, change) =>
      (Object.hasOwn(change.objects, type) ? change.objects[type]?.(context, shape) : undefined) ?? shape,
    object,
  );
}

/** Marks an outgoing object, and every object in it, with its mode. */
export function written<T extends object>({ livemode }: { readonly livemode: boolean }, object: T): T {
  // Wire objects are built for test mode, the common case.
  return livemode ? (inLiveMode(object) as T) : object;
}

function inLiveMode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLiveMode);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      // What an object does not show is undefined.
      key === 'livemode' && part !== undefined ? true : inLiveMode(part),
    ]),
  );
}

/** JSON as Stripe writes it: indented by two spaces. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Converts parameters of `version` to the newest version. `name` is the method and path; the lines of a preview have its own. */
export function paramsOfVersion(
  context: WithChanges,
  version: string,
  name: string,
  form: FormObject,
): FormObject {
  const call = name.replace(/(preview|upcoming)\/lines$/, '$1');
  return changesAfter(context, version)
    .toReversed()
    .reduce((params, change) => change.params?.[call]?.(params) ?? params, CONVERSIONS[call]?.(form) ?? form);
}

/** Stripe still takes a price under the name of a plan. */
const ofPlan = ({ plan, ...rest }: FormObject): FormObject =>
  plan === undefined ? rest : { price: plan, ...rest };

const ofItems = within('items', each(ofPlan));

const ofPhases = within('phases', each(ofItems));

/** Before items, a subscription had one plan and its quantity. */
const ofOnlyItem = ({ plan, quantity, ...rest }: FormObject): FormObject => {
  if (plan === undefined || rest.items !== undefined) {
    return { ...rest, ...(plan && { plan }), ...(quantity && { quantity }) };
  }
  return { ...rest, items: { '0': { price: plan, ...(quantity && { quantity }) } } };
};

/** Prices take the place of plans, which all versions take. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  'GET /v1/invoices/upcoming': within('subscription_items', each(ofPlan)),
  'POST /v1/invoices/create_preview': within('subscription_details', ofItems),
  'POST /v1/subscription_items': ofPlan,
  'POST /v1/subscription_items/:id': ofPlan,
  'POST /v1/subscription_schedules': ofPhases,
  'POST /v1/subscription_schedules/:id': ofPhases,
  'POST /v1/subscriptions': (form) => ofItems(ofOnlyItem(form)),
  'POST /v1/subscriptions/:id': ofItems,
};

/** Rejects parameters that the version no longer has. */
export function rejectRemoved(call: string, version: string, form: FormObject): void {
  const operation = operationName(call);
  // A call that was removed as a whole is unknown itself.
  if (DESCRIPTION.removed[operation] === undefined || DESCRIPTION.operations[operation] === undefined) return;
  const removed = [...namesIn(form)].filter((name) => (findRemoval(call, name) ?? '~') <= version);
  const [first, ...others] = removed.map((name) => name.replace(/(\[\d+\])+$/, ''));
  if (first === undefined) return;
  const isOfIntent = first === 'payment_method_types' && operation.includes('_intents');
  if (!isOfIntent) throw unknownParameters([...new Set([first, ...others])]);
  throw invalidRequest(
    '`payment_method_types` is no longer supported in this API version. Use `allowed_payment_method_types` instead.',
    { code: 'payment_method_types_no_longer_supported', param: first },
  );
}

interface Request {
  /** The method and the path. */
  readonly call: string;
  readonly form: string;
  readonly version: string;
}

const toForm = (name: string, value: string): FormObject =>
  parseForm(new URLSearchParams([[name, value]]).toString());

/** The name under which a version takes `param` if it takes `name` for it; undefined otherwise. */
function takenFor(
  context: WithChanges,
  { call, version }: Request,
  param: string,
  [name, value]: readonly [string, string],
): string | undefined {
  for (const newest of namesIn(paramsOfVersion(context, version, call, toForm(name, value)))) {
    const rest = newest.slice(param.length);
    const isPart = newest.startsWith(param) && (rest === '' || rest.startsWith('['));
    if (isPart && name.endsWith(rest)) return name.slice(0, name.length - rest.length);
    if (isPart && rest === `[${name}]`) return name;
  }
  return undefined;
}

/** Errors name a parameter as the version of the request does. */
export function withFormerName(context: WithChanges, error: ApiError, request: Request): ApiError {
  const { param } = error.details;
  if (param === undefined || param === '') return error;
  const removed = Object.entries(DESCRIPTION.removed[operationName(request.call)] ?? {});
  const given = [...new URLSearchParams(request.form)];
  const others = removed.flatMap(([name, since]) => (request.version < since ? [[name, 'x'] as const] : []));
  const isMissing = error.details.code === 'parameter_missing';
  for (const entry of isMissing ? [...given, ...others] : given) {
    const former = takenFor(context, request, param, entry);
    if (former === param) return error;
    if (former === undefined) continue;
    const { details, message } = error;
    const named = message.replaceAll(param, former);
    if (!/\bplan\b/.test(former) || details.code !== 'resource_missing') {
      return error.reworded(named, { ...details, param: former });
    }
    // Errors about a missing plan do not say which item named it.
    const missing = named.replace('No such price:', 'No such plan:');
    return error.reworded(missing, { ...details, param: 'plan' });
  }
  return error;
}
