import type Stripe from 'stripe';
import { missingParameter, noSuch, rejected, renamingParams } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { emit, finder } from '../kinds/objects.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, object } from '../kinds/params/composite.ts';
import { clearable, integer, optional, type Reader, type ReadValue, text } from '../kinds/params/reader.ts';
import { chosenId } from '../kinds/params/texts.ts';
import { alone } from '../kinds/part.ts';
import { resource } from '../kinds/resource.ts';
import { requireUnreferred } from '../kinds/reusable-id.ts';
import { type Price, planWire, priceWire, type Recurrence } from './price.ts';
import {
  decimalAmount,
  productDataParam,
  recurringFields,
  schemeFields,
  unitAmountParam,
} from './price-params.ts';
import { requireProduct } from './product.ts';
import { createPrice, replacePrice } from './products-and-prices.ts';

const PATH = '/v1/plans';

/** An id, or the product to create. */
const productParam: Reader<{ product: string } | { product_data: ReadValue<typeof productDataParam> }> = (
  value,
  name,
) =>
  typeof value === 'object'
    ? { product_data: productDataParam(value, name) }
    : { product: text()(value, name) };

const { transform_quantity: transformUsage, ...scheme } = schemeFields;

const createParams = object({
  ...describedParams<Stripe.PlanCreateParams>(`POST ${PATH}`)('active', 'currency', 'metadata', 'nickname'),
  amount: optional(unitAmountParam),
  amount_decimal: optional(decimalAmount),
  id: optional(chosenId()),
  product: productParam,
  transform_usage: transformUsage,
  ...scheme,
  ...recurringFields,
});
const updateParams = object({
  ...describedParams<Stripe.PlanUpdateParams>(`POST ${PATH}/:id`)('active', 'metadata', 'product'),
  nickname: clearable(text(5000)),
  trial_period_days: clearable(integer(0, 730)),
});

const plans = resource(PATH, finder('plan', 'prices'), alone(planWire), { find: requirePlan });

export const planEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  plans.list({
    fields: ['active', 'product'],
    where: ({ hidden, recurring }) => hidden?.deleted !== true && recurring !== null,
  }),
  plans.retrieve,
  post(`${PATH}/:id`, updateParams, (context, params, { id = '' }) => {
    const before = requirePlan(context, id);
    const { product, trial_period_days: days, ...others } = params;
    if (product !== undefined) requireProduct(context, product, 'product');
    const recurring = days === undefined ? undefined : { ...before.recurring, trial_period_days: days };
    const metadata = changedMetadata(before.metadata, params.metadata);
    const after = { ...before, ...defined({ ...others, product, recurring }), metadata };
    return planWire(replacePrice(context, before, after));
  }),
  /** Its subscriptions keep it. */
  plans.removal('plan', (context, plan) => {
    context.store.prices.put({ ...plan, active: false, hidden: { ...plan.hidden, deleted: true } });
    emit(context, 'plan.deleted', planWire(plan));
    emit(context, 'price.deleted', priceWire(plan));
  }),
];

function requirePlan(context: Context, id: string): Price & { readonly recurring: Recurrence } {
  const price = context.store.prices.get(id);
  if (price === undefined || price.hidden?.deleted || price.recurring === null) throw noSuch('plan', id);
  return price as Price & { readonly recurring: Recurrence };
}

function freeId({ store }: Context, id: string): void {
  const former = store.prices.get(id);
  if (former === undefined) return;
  if (!former.hidden?.deleted) {
    throw rejected('Plan already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  requireUnreferred(store, 'plan', id);
  store.prices.delete(id);
}

const FORMER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^recurring\[(\w+)\]/, '$1'],
  [/^product_data/, 'product'],
  [/^transform_quantity/, 'transform_usage'],
  [/^unit_amount/, 'amount'],
];

/** What a plan calls a parameter of its price. */
const formerName = (param: string) =>
  FORMER_NAMES.reduce((name, [ofPrice, ofPlan]) => name.replace(ofPrice, ofPlan), param);

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const { id, amount: unit_amount, amount_decimal: unit_amount_decimal, transform_usage, ...others } = params;
  const { active, currency, metadata, nickname, product, ...terms } = others;
  const { billing_scheme, tiers, tiers_mode, ...recurring } = terms;
  if (id !== undefined) freeId(context, id);
  if (billing_scheme !== 'tiered' && (unit_amount ?? unit_amount_decimal) === undefined) {
    throw missingParameter('amount');
  }
  const scheme = { billing_scheme, tiers, tiers_mode, transform_quantity: transform_usage };
  const units = { ...scheme, unit_amount, unit_amount_decimal };
  const price = renamingParams(formerName, () =>
    createPrice(context, { id, active, currency, nickname, ...units, ...product, recurring, metadata }),
  );
  return planWire(price);
}
