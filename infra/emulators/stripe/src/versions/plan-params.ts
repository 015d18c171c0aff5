import type { FormObject, FormValue } from '../params/form.ts';

/** Stripe still takes a price under the name of a plan. */
const ofPlan = ({ plan, ...rest }: FormObject): FormObject =>
  plan === undefined ? rest : { price: plan, ...rest };

const ofItems = ({ items, ...rest }: FormObject): FormObject =>
  typeof items !== 'object'
    ? { ...rest, ...(items !== undefined && { items }) }
    : { ...rest, items: each(items) };

const each = (items: FormObject): FormObject =>
  Object.fromEntries(
    Object.entries(items).map(([index, item]): [string, FormValue] => [
      index,
      typeof item === 'object' ? ofPlan(item) : item,
    ]),
  );

/** Before items, a subscription had one plan and its quantity. */
const ofOnlyItem = ({ plan, quantity, ...rest }: FormObject): FormObject => {
  if (plan === undefined || rest.items !== undefined) {
    return { ...rest, ...(plan && { plan }), ...(quantity && { quantity }) };
  }
  return { ...rest, items: { '0': { price: plan, ...(quantity && { quantity }) } } };
};

const CONVERSIONS: Readonly<Record<string, (form: FormObject) => FormObject>> = {
  'POST /v1/subscription_items': ofPlan,
  'POST /v1/subscription_items/:id': ofPlan,
  'POST /v1/subscriptions': (form) => ofItems(ofOnlyItem(form)),
  'POST /v1/subscriptions/:id': ofItems,
};

/** The parameters of a call with prices in place of plans, which all versions take. */
export function withPrices(call: string, form: FormObject): FormObject {
  return CONVERSIONS[call]?.(form) ?? form;
}
