import type { Subscription } from '../billing/billing-entities.ts';
import { requireSubscription } from '../billing/subscriptions/subscription.ts';
import { hasEnded } from '../billing/subscriptions/subscription-status.ts';
import { requireKnownPrice } from '../catalogue/price.ts';
import { missingParameter, noSuch, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { list, object } from '../kinds/params/composite.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../kinds/params/reader.ts';
import { url } from '../kinds/params/url.ts';
import type { AfterCompletion, ItemSwitch, PortalFeatures, PortalFlow } from './portal-entities.ts';

const subscription = { subscription: text() };

export const flowParams = object({
  after_completion: optional(
    object({
      hosted_confirmation: optional(object({ custom_message: optional(text(500)) })),
      redirect: optional(object({ return_url: url })),
      type: oneOf('hosted_confirmation', 'portal_homepage', 'redirect'),
    }),
  ),
  subscription_cancel: optional(object(subscription)),
  subscription_update: optional(object(subscription)),
  subscription_update_confirm: optional(
    object({
      ...subscription,
      items: list(object({ id: text(), price: optional(text()), quantity: optional(integer(0)) }), 1),
    }),
  ),
  type: oneOf(
    'customer_update',
    'payment_method_update',
    'subscription_cancel',
    'subscription_update',
    'subscription_update_confirm',
  ),
});

type GivenFlow = ReadValue<typeof flowParams>;

interface FlowOwner {
  readonly customer: string;
  readonly features: PortalFeatures;
}

/** Validates the requested flow against the configuration and the subscription. */
export function readFlow(context: Context, owner: FlowOwner, given: GivenFlow): PortalFlow {
  const after_completion = readAfterCompletion(given);
  switch (given.type) {
    case 'customer_update':
      checkEnabled(owner.features.customer_update.enabled, 'customer', 'updated', 'customer update');
      return { type: given.type, after_completion };
    case 'payment_method_update':
      checkEnabled(owner.features.methodUpdate, 'payment method', 'updated', 'payment method update');
      return { type: given.type, after_completion };
    case 'subscription_cancel':
      return { type: given.type, after_completion, subscription: readCanceled(context, owner, given) };
    case 'subscription_update':
      return { type: given.type, after_completion, subscription: readUpdated(context, owner, given).id };
    case 'subscription_update_confirm':
      return { type: given.type, after_completion, ...readConfirmed(context, owner, given) };
  }
}

function readAfterCompletion({ after_completion: given }: GivenFlow): AfterCompletion {
  if (given?.type === 'redirect') {
    if (given.redirect !== undefined) return { type: 'redirect', return_url: given.redirect.return_url };
    throw missingParameter('flow_data[after_completion][redirect]');
  }
  if (given?.type !== 'hosted_confirmation') return { type: 'portal_homepage' };
  return { type: 'hosted_confirmation', message: given.hosted_confirmation?.custom_message ?? null };
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
  checkEnabled(owner.features.cancel.enabled, 'subscription', 'canceled', 'subscription cancel');
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

function checkUpdate({ update }: PortalFeatures): void {
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
  const change = { id: item.id, price: item.price ?? null, quantity: item.quantity ?? null };
  checkSwitch(context, owner.features, { subscription, change, param: `${place}[items][0]` });
  return { subscription: subscription.id, item: change };
}

interface SwitchRequest {
  readonly subscription: Subscription;
  readonly change: ItemSwitch;
  readonly param: string;
}

function checkSwitch(
  context: Context,
  { update }: PortalFeatures,
  { subscription, change, param }: SwitchRequest,
): void {
  const item = subscription.items.find(({ id }) => id === change.id);
  if (item === undefined) throw noSuch('subscription_item', change.id, `${param}[id]`);
  const price = requireKnownPrice(context, change.price ?? item.price, `${param}[price]`);
  const isSame = price.id === item.price && (change.quantity ?? item.quantity) === item.quantity;
  if (isSame) throw rejected('Cannot update the subscription because there are no changes to confirm.');
  if (change.price === null || update.products.some(({ prices }) => prices.includes(price.id))) return;
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
  throw rejected('A canceled subscription cannot be changed in the portal.', { param });
}
