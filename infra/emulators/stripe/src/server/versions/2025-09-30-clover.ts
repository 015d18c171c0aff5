import { couponWire } from '../../catalogue/coupon.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { Context, VersionChange } from '../../kinds/context.ts';
import type { FormObject } from '../../kinds/params/form.ts';

/** Before, the coupon was embedded; now it is an id. */
function couponAt({ store, ...context }: Context, reference: unknown): JsonObject | null {
  const id = isObject(reference) ? reference.coupon : null;
  if (isObject(id)) return id;
  const coupon = store.coupons.get(String(id));
  return coupon === undefined ? null : { ...couponWire({ store, ...context }, coupon) };
}

const CLASSIC = { billing_mode: { type: 'classic' } };

/** A new subscription is in classic billing mode by default. */
const classicByDefault = (form: FormObject): FormObject => ({ ...CLASSIC, ...form });

/** The same for the subscription of a session or preview, described in `parent`. */
function classicIn(parent: string, form: FormObject): FormObject {
  const given = form[parent] ?? {};
  return typeof given === 'object' ? { ...form, [parent]: classicByDefault(given) } : form;
}

/** Only a preview with items is of a new subscription. */
function previewedClassic(form: FormObject): FormObject {
  const { subscription, subscription_details: details } = form;
  const isOfNew = subscription === undefined && typeof details === 'object' && details.items !== undefined;
  return isOfNew ? classicIn('subscription_details', form) : form;
}

/** Moves a discount's coupon to `source`, as an id; makes flexible billing the default. */
export const CLOVER: VersionChange = {
  since: '2025-09-30.clover',
  objects: {
    discount: (context, { source, ...discount }) => ({ ...discount, coupon: couponAt(context, source) }),
    promotion_code: (context, { promotion, ...code }) => ({ ...code, coupon: couponAt(context, promotion) }),
  },
  params: {
    'GET /v1/invoices/upcoming': previewedClassic,
    'POST /v1/checkout/sessions': (form) =>
      form.mode === 'subscription' ? classicIn('subscription_data', form) : form,
    'POST /v1/invoices/create_preview': previewedClassic,
    'POST /v1/promotion_codes': ({ coupon, ...rest }) =>
      coupon === undefined ? rest : { ...rest, promotion: { coupon, type: 'coupon' } },
    // A schedule for an existing subscription has the subscription's mode.
    'POST /v1/subscription_schedules': (form) =>
      form.from_subscription === undefined ? classicByDefault(form) : form,
    'POST /v1/subscriptions': classicByDefault,
  },
};
