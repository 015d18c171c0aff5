import type { VersionChange } from '../../kinds/context.ts';
import type { FormObject, FormValue } from '../../kinds/params/form.ts';

/** Before, payment mode always created a customer. */
function alwaysCreatesCustomer(form: FormObject): FormObject {
  const isGuest = form.mode === 'payment' && form.customer === undefined;
  return isGuest ? { customer_creation: 'always', ...form } : form;
}

const fieldsIn = (value: FormValue | undefined): FormObject => (typeof value === 'object' ? value : {});

const without = (value: FormValue | undefined, ...names: string[]): FormObject =>
  Object.fromEntries(Object.entries(fieldsIn(value)).filter(([name]) => !names.includes(name)));

/** Items of a subscription, or with their own amounts, said by themselves what a session is for. */
function withMode(form: FormObject): FormObject {
  if (form.mode !== undefined) return form;
  if (without(form.subscription_data).items !== undefined) return { ...form, mode: 'subscription' };
  const hasAmount = Object.values(fieldsIn(form.line_items)).some(
    (item) => fieldsIn(item).amount !== undefined,
  );
  return hasAmount ? { ...form, mode: 'payment' } : form;
}

/** An item had its price within itself. */
function withPriceData(item: FormValue): FormValue {
  if (typeof item !== 'object' || item.amount === undefined) return item;
  const { amount, currency = '', ...others } = item;
  const product = ['name', 'description', 'images'].flatMap((name) => {
    const value = item[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...without(others, 'name', 'description', 'images'),
    price_data: { currency, unit_amount: amount, product_data: Object.fromEntries(product) },
  };
}

/** Items and the coupon of a subscription had their place in `subscription_data`. */
function itemsAndCoupon(form: FormObject): FormObject {
  const { line_items: items, subscription_data: data } = form;
  const { items: plans, coupon } = without(data);
  const given = [...Object.values(fieldsIn(items)), ...Object.values(fieldsIn(plans)).map(withPrice)];
  return {
    ...form,
    ...(given.length > 0 && { line_items: Object.fromEntries(given.map(withPriceData).entries()) }),
    ...(data !== undefined && { subscription_data: without(data, 'items', 'coupon') }),
    ...(coupon !== undefined && { discounts: { 0: { coupon } } }),
  };
}

function withPrice(item: FormValue): FormValue {
  const { plan = '', ...rest } = without(item);
  return { quantity: '1', ...rest, price: plan };
}

/** Pending items are invoiced on request; payment mode creates a customer only on request; items have prices and discounts are apart; a session's `shipping` is called `shipping_details`; customers have no `default_currency`. */
export const CHANGE_OF_2022_08: VersionChange = {
  since: '2022-08-01',
  objects: {
    customer: (_context, customer) =>
      customer.deleted === true ? customer : { ...customer, default_currency: customer.currency ?? null },
    'checkout.session': (_context, { shipping_details: shipping = null, ...session }) => ({
      ...session,
      shipping,
    }),
  },
  params: {
    'POST /v1/checkout/sessions': (form) => itemsAndCoupon(alwaysCreatesCustomer(withMode(form))),
    /** Pending items were included by default; `include_and_require` also demanded that there are some. */
    'POST /v1/invoices': ({ pending_invoice_items_behavior: behavior, ...form }) => {
      const includes = behavior === undefined || behavior === 'include_and_require';
      return { ...form, pending_invoice_items_behavior: includes ? 'include' : behavior };
    },
  },
};
