import type { FormObject } from '../params/form.ts';
import { type Conversion, each, within } from './convert-form.ts';

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

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  'GET /v1/invoices/upcoming': within('subscription_items', each(ofPlan)),
  'GET /v1/invoices/upcoming/lines': within('subscription_items', each(ofPlan)),
  'POST /v1/invoices/create_preview': within('subscription_details', ofItems),
  'POST /v1/subscription_items': ofPlan,
  'POST /v1/subscription_items/:id': ofPlan,
  'POST /v1/subscription_schedules': ofPhases,
  'POST /v1/subscription_schedules/:id': ofPhases,
  'POST /v1/subscriptions': (form) => ofItems(ofOnlyItem(form)),
  'POST /v1/subscriptions/:id': ofItems,
};

/** The parameters of a call with prices in place of plans, which all versions take. */
export function withPrices(call: string, form: FormObject): FormObject {
  return CONVERSIONS[call]?.(form) ?? form;
}
