import type Stripe from 'stripe';
import { hasEnded, type Subscription } from '../billing/billing-entities.ts';
import { requireSubscription } from '../billing/subscriptions/subscription.ts';
import { requireKnownPrice } from '../catalogue/price.ts';
import { missingParameter, noSuch, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { asDescribed } from '../kinds/params/as-described.ts';
import { integer, type Reader } from '../kinds/params/reader.ts';
import { url } from '../kinds/params/texts.ts';
import { unset } from '../kinds/store/kind-type.ts';
import type { PortalFeatures, PortalFlow } from './portal-entities.ts';

const CALL = 'POST /v1/billing_portal/sessions';

export const flowParam = asDescribed(CALL, 'flow_data', {
  'after_completion[redirect][return_url]': url,
  'subscription_cancel[retention]': null,
  subscription_pause: null,
  'subscription_update_confirm[discounts]': null,
  'subscription_update_confirm[items]': 1,
  'subscription_update_confirm[items][quantity]': integer(0),
}) as Reader<GivenFlow>;

type GivenFlow = Stripe.BillingPortal.SessionCreateParams.FlowData;

interface FlowOwner {
  readonly customer: string;
  readonly features: PortalFeatures;
}

/** Validates the requested flow against the configuration and the subscription. */
export function readFlow(context: Context, owner: FlowOwner, given: GivenFlow): PortalFlow {
  return {
    ...unset<PortalFlow>('portal_flows_flow'),
    subscription_pause: null,
    after_completion: readAfterCompletion(given),
    type: given.type as PortalFlow['type'],
    ...readTask(context, owner, given),
  };
}

function readTask(context: Context, owner: FlowOwner, given: GivenFlow): Partial<PortalFlow> {
  const { customer_update, payment_method_update } = owner.features;
  switch (given.type) {
    case 'customer_update':
      checkEnabled(customer_update.enabled, 'customer', 'updated', 'customer update');
      return { customer_update: {} };
    case 'payment_method_update':
      checkEnabled(payment_method_update.enabled, 'payment method', 'updated', 'payment method update');
      return {};
    case 'subscription_cancel':
      return { subscription_cancel: { retention: null, subscription: readCanceled(context, owner, given) } };
    case 'subscription_update':
      return { subscription_update: { subscription: readUpdated(context, owner, given).id } };
    default:
      return { subscription_update_confirm: readConfirmed(context, owner, given) };
  }
}

function readAfterCompletion({ after_completion: given }: GivenFlow): PortalFlow['after_completion'] {
  const { hosted_confirmation: confirmation, redirect = null, type } = given ?? {};
  if (type === 'redirect') {
    if (redirect !== null) return { hosted_confirmation: null, redirect, type: 'redirect' };
    throw missingParameter('flow_data[after_completion][redirect]');
  }
  if (type !== 'hosted_confirmation')
    return { hosted_confirmation: null, redirect: null, type: 'portal_homepage' };
  const custom_message = confirmation?.custom_message ?? null;
  return { hosted_confirmation: { custom_message }, redirect: null, type: 'hosted_confirmation' };
}

function checkEnabled(isEnabled: boolean, what: string, done: string, feature: string): void {
  if (isEnabled) return;
  throw rejected(
    `This ${what} cannot be ${done} because the ${feature} feature in the portal configuration is disabled.`,
  );
}

function readCanceled(context: Context, owner: FlowOwner, { subscription_cancel: given }: GivenFlow): string {
  if (given === undefined) throw missingParameter('flow_data[subscription_cancel]');
  const found = requireOwnSubscription(context, owner, given.subscription, 'subscription_cancel');
  checkEnabled(owner.features.subscription_cancel.enabled, 'subscription', 'canceled', 'subscription cancel');
  if (found.cancel_at === null) return found.id;
  throw rejected('The subscription is already set to be canceled at period end.');
}

function readUpdated(context: Context, owner: FlowOwner, given: GivenFlow): Subscription {
  const requested = given.subscription_update;
  if (requested === undefined) throw missingParameter('flow_data[subscription_update]');
  const found = requireOwnSubscription(context, owner, requested.subscription, 'subscription_update');
  checkUpdate(owner.features);
  return found;
}

function checkUpdate({ subscription_update: update }: PortalFeatures): void {
  checkEnabled(update.enabled, 'subscription', 'updated', 'subscription update');
}

function readConfirmed(context: Context, owner: FlowOwner, given: GivenFlow) {
  const requested = given.subscription_update_confirm;
  const place = 'flow_data[subscription_update_confirm]';
  const item = requested?.items[0];
  if (requested === undefined) throw missingParameter(place);
  if (item === undefined) throw missingParameter(`${place}[items]`);
  const subscription = requireOwnSubscription(
    context,
    owner,
    requested.subscription,
    'subscription_update_confirm',
  );
  checkUpdate(owner.features);
  const change = { ...item, price: item.price ?? null };
  checkSwitch(context, owner.features, { subscription, change, param: `${place}[items][0]` });
  return { discounts: null, items: [change], subscription: subscription.id };
}

interface SwitchRequest {
  readonly subscription: Subscription;
  readonly change: { readonly id: string; readonly price: string | null; readonly quantity?: number };
  readonly param: string;
}

function checkSwitch(
  context: Context,
  { subscription_update: update }: PortalFeatures,
  { subscription, change, param }: SwitchRequest,
): void {
  const item = subscription.items.find(({ id }) => id === change.id);
  if (item === undefined) throw noSuch('subscription_item', change.id, `${param}[id]`);
  const price = requireKnownPrice(context, change.price ?? item.price, `${param}[price]`);
  const isSame = price.id === item.price && (change.quantity ?? item.quantity) === item.quantity;
  if (isSame) throw rejected('Cannot update the subscription because there are no changes to confirm.');
  if (change.price === null || update.products?.some(({ prices }) => prices.includes(price.id))) return;
  throw rejected(
    `The price \`${price.id}\` must be included in the configuration's \`features[subscription_update][products]\`.`,
    { param: `${param}[price]` },
  );
}

/** Requires an active subscription of the session's customer. */
function requireOwnSubscription(
  context: Context,
  { customer }: FlowOwner,
  id: string,
  type: PortalFlow['type'],
): Subscription {
  const param = `flow_data[${type}][subscription]`;
  const found = requireSubscription(context, id, param);
  if (found.customer !== customer) throw noSuch('subscription', id, param);
  if (!hasEnded(found)) return found;
  throw rejected('A canceled subscription cannot be changed in the portal.', param);
}
