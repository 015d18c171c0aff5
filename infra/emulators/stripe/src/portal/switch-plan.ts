import type { Subscription, SubscriptionItem } from '../billing/billing-entities.ts';
import type { ChangeBilling } from '../billing/changes/subscription-change.ts';
import { updateSubscription } from '../billing/changes/update-subscription.ts';
import { dryRun } from '../billing/subscriptions/renew-subscription.ts';
import { priceIn, requirePrice } from '../catalogue/price.ts';
import { balanceIn, type Settlement, settleBalance } from '../customers/settlement.ts';
import type { Context } from '../kinds/context.ts';
import type { PortalProduct, UpdateFeature } from './portal-entities.ts';

export interface PlanChoice {
  readonly price: string;
  readonly quantity: number;
}

/** The portal can only switch plans of subscriptions with a single item. */
export function switchableItem({ items }: Subscription): SubscriptionItem | undefined {
  return items.length === 1 ? items[0] : undefined;
}

type Current = Pick<SubscriptionItem, 'price'> & Pick<Subscription, 'currency'>;

/** The plans on offer: active prices of the configuration, and the current one. */
export function listChoices(
  { store }: Context,
  { default_allowed_updates: allowed, products }: UpdateFeature,
  { currency, price: current }: Current,
): { readonly price: string; readonly product: PortalProduct }[] {
  const all = (products ?? []).flatMap((product) => product.prices.map((price) => ({ price, product })));
  return all.filter(({ price: id }) => {
    const price = requirePrice(store, id);
    const isOffered = price.active && priceIn(price, currency) !== undefined && allowed.includes('price');
    return id === current || isOffered;
  });
}

/** Why a choice is not allowed; null if it is. */
export function findProblem(
  context: Context,
  feature: UpdateFeature,
  item: Current & Pick<SubscriptionItem, 'quantity'>,
  choice: PlanChoice,
): string | null {
  const chosen = listChoices(context, feature, item).find(({ price }) => price === choice.price);
  if (chosen === undefined) return 'Please choose one of the plans.';
  if (choice.price === item.price && choice.quantity === item.quantity) return 'This is your current plan.';
  if (choice.quantity === item.quantity) return null;
  return quantityProblem(feature, chosen.product, choice.quantity);
}

function quantityProblem(
  { default_allowed_updates: allowed }: UpdateFeature,
  { adjustable_quantity: { enabled, minimum, maximum } }: PortalProduct,
  quantity: number,
) {
  if (!allowed.includes('quantity') || !enabled) return 'The quantity of this plan cannot be changed.';
  const isWithin = Number.isSafeInteger(quantity) && quantity >= minimum && quantity <= (maximum ?? 999_999);
  if (isWithin) return null;
  return maximum === null
    ? `Please choose a quantity of at least ${minimum}.`
    : `Please choose a quantity from ${minimum} to ${maximum}.`;
}

export function switchPlan(
  context: Context,
  feature: UpdateFeature,
  subscription: Subscription,
  { price, quantity }: PlanChoice,
  paymentBehavior?: ChangeBilling['paymentBehavior'],
): Subscription {
  const endsTrial = subscription.status === 'trialing' && feature.trial_update_behavior === 'end_trial';
  const [item] = subscription.items;
  return updateSubscription(context, subscription, {
    items: [{ id: item?.id, price, quantity }],
    ...(endsTrial ? { trial_end: 'now' as const } : {}),
    billing: { proration_behavior: feature.proration_behavior, paymentBehavior },
  });
}

/** What the switch would charge now, and the customer balance it would leave. */
export function billedBySwitch(
  context: Context,
  feature: UpdateFeature,
  subscription: Subscription,
  choice: PlanChoice,
): Settlement {
  return dryRun(context, () => {
    const { store } = context;
    const { latest_invoice, customer, currency } = switchPlan(
      context,
      feature,
      subscription,
      choice,
      'preview',
    );
    const balance = balanceIn(currency, store.customers.get(customer));
    const billed = latest_invoice === subscription.latest_invoice ? null : latest_invoice;
    const invoice = store.invoices.get(billed ?? '');
    if (!invoice) return { starting_balance: balance, ending_balance: balance, amount_due: 0 };
    return settleBalance(invoice.total, balance, currency);
  });
}
