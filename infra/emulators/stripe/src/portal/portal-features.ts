import { feedback } from '../billing/subscriptions/subscription-params.ts';
import { requireKnownPrice } from '../catalogue/price.ts';
import { requireProduct } from '../catalogue/product.ts';
import { notSupported, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { list, object } from '../kinds/params/composite.ts';
import { off, only } from '../kinds/params/partly-supported.ts';
import {
  clearable,
  flag,
  integer,
  oneOf,
  optional,
  type Reader,
  type ReadValue,
  required,
  text,
} from '../kinds/params/reader.ts';
import type { CancelFeature, PortalFeatures, PortalProduct, UpdateFeature } from './portal-entities.ts';

const proration = optional(oneOf('always_invoice', 'create_prorations', 'none'));

const product = object({
  adjustable_quantity: optional(
    object({ enabled: flag, maximum: optional(integer(1)), minimum: optional(integer(0)) }),
  ),
  prices: list(text()),
  product: text(),
});

const reasons = clearable(list(feedback));

/** `enabled` and `options` are what a new configuration has to say and a change may leave out. */
const featuresWith = (enabled: Reader<boolean | undefined>, options: typeof reasons) =>
  object({
    customer_update: optional(
      object({
        allowed_updates: clearable(list(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id'))),
        enabled,
      }),
    ),
    invoice_history: optional(object({ enabled: flag })),
    payment_method_update: optional(object({ enabled: flag })),
    subscription_cancel: optional(
      object({
        cancellation_reason: optional(object({ enabled: flag, options })),
        enabled,
        mode: optional(oneOf('at_period_end', 'immediately')),
        proration_behavior: proration,
      }),
    ),
    subscription_pause: optional(object({ enabled: optional(off) })),
    subscription_update: optional(
      object({
        billing_cycle_anchor: optional(only('unchanged', 'now')),
        default_allowed_updates: clearable(list(oneOf('price', 'promotion_code', 'quantity'))),
        enabled,
        products: clearable(list(product, 10)),
        proration_behavior: proration,
        schedule_at_period_end: optional(
          object({
            conditions: clearable(
              list(object({ type: oneOf('decreasing_item_amount', 'shortening_interval') })),
            ),
          }),
        ),
        trial_update_behavior: optional(oneOf('continue_trial', 'end_trial')),
      }),
    ),
  });

export const featureParams = featuresWith(optional(flag), reasons);
export const newFeatureParams = featuresWith(flag, required(reasons));

type GivenFeatures = ReadValue<typeof featureParams>;

/** The features after a request; what it does not name stays unchanged. */
export function changedFeatures(
  context: Context,
  before: PortalFeatures,
  given: GivenFeatures,
): PortalFeatures {
  const { customer_update: customer, invoice_history: history, payment_method_update: method } = given;
  return {
    customer_update: {
      enabled: customer?.enabled ?? before.customer_update.enabled,
      fields: cleared(customer?.allowed_updates) ?? before.customer_update.fields,
    },
    invoice_history: history?.enabled ?? before.invoice_history,
    methodUpdate: method?.enabled ?? before.methodUpdate,
    cancel: mergeCancel(before.cancel, given),
    update: mergeUpdate(context, before.update, given),
  };
}

/** Undefined if not given, empty if cleared. */
function cleared<T>(given: readonly T[] | null | undefined): readonly T[] | undefined {
  return given === null ? [] : given;
}

function mergeCancel(before: CancelFeature, { subscription_cancel: given }: GivenFeatures): CancelFeature {
  const reasons = given?.cancellation_reason;
  const after = {
    enabled: given?.enabled ?? before.enabled,
    mode: given?.mode ?? before.mode,
    proration_behavior: given?.proration_behavior ?? before.proration_behavior,
    asksReason: reasons?.enabled ?? before.asksReason,
    reasons: cleared(reasons?.options) ?? before.reasons,
  };
  const param = 'features[subscription_cancel][proration_behavior]';
  if (after.proration_behavior === 'none') return after;
  if (after.proration_behavior === 'always_invoice' || after.mode !== 'immediately') {
    throw rejected(
      '`proration_behavior` can be `create_prorations` only if `mode` is `immediately`, and never `always_invoice`.',
      { param },
    );
  }
  throw notSupported(`${param}=create_prorations`, param);
}

function mergeUpdate(
  context: Context,
  before: UpdateFeature,
  { subscription_update: given }: GivenFeatures,
): UpdateFeature {
  const products = cleared(given?.products)?.map((requested, index) =>
    readProduct(context, requested, index),
  );
  return {
    enabled: given?.enabled ?? before.enabled,
    allowed: cleared(given?.default_allowed_updates) ?? before.allowed,
    proration_behavior: given?.proration_behavior ?? before.proration_behavior,
    products: products ?? before.products,
    putOff:
      cleared(given?.schedule_at_period_end?.conditions)?.map(({ type }) => type) ?? before.putOff ?? [],
    endsTrial: endsTrial(given?.trial_update_behavior) ?? before.endsTrial,
  };
}

function endsTrial(behavior: 'continue_trial' | 'end_trial' | undefined): boolean | undefined {
  return behavior === undefined ? undefined : behavior === 'end_trial';
}

function readProduct(context: Context, requested: ReadValue<typeof product>, index: number): PortalProduct {
  const place = `features[subscription_update][products][${index}]`;
  requireProduct(context, requested.product, `${place}[product]`);
  for (const [position, id] of requested.prices.entries()) {
    const param = `${place}[prices][${position}]`;
    const price = requireKnownPrice(context, id, param);
    if (price.product !== requested.product) {
      throw rejected(`The price \`${id}\` does not belong to the product \`${requested.product}\`.`, {
        param,
      });
    }
    if (price.recurring === null) throw rejected('The price must be recurring.', { param });
  }
  const { enabled: isAdjustable = false, maximum, minimum } = requested.adjustable_quantity ?? {};
  return {
    product: requested.product,
    prices: requested.prices,
    adjustable: { enabled: isAdjustable, maximum: maximum ?? null, minimum: minimum ?? 1 },
  };
}
