import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import { noSuch, notSupported, refused } from '../http/api-error.ts';
import { requireKnownPrice } from '../resources/prices.ts';
import type {
  CancellationDetails,
  CancellationFeedback,
  Subscription,
  SubscriptionItem,
} from '../state/billing-entities.ts';
import type { Metadata } from '../state/catalogue-entities.ts';
import { requirePrice } from '../wire/require.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';

interface ItemChange {
  readonly id: string | undefined;
  readonly price: string | undefined;
  readonly quantity: number | undefined;
}

/** What a request wants changed; undefined leaves a field as it is, null clears it. */
export interface SubscriptionChange {
  readonly cancelAt?: number | null | undefined;
  readonly cancelAtPeriodEnd?: boolean | undefined;
  readonly cancellationDetails?:
    | {
        readonly comment?: string | null | undefined;
        readonly feedback?: CancellationFeedback | null | undefined;
      }
    | undefined;
  readonly defaultPaymentMethod?: string | undefined;
  readonly description?: string | null | undefined;
  readonly items?: readonly ItemChange[] | undefined;
  readonly prorates?: boolean;
  readonly metadata?: Metadata;
}

export function updateSubscription(
  context: Context,
  before: Subscription,
  change: SubscriptionChange,
): Subscription {
  if (before.status === 'canceled' && !keepsToWords(change)) {
    throw refused('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'subscription_canceled',
    });
  }
  const after = context.store.subscriptions.put({
    ...before,
    ...cancellation(context, before, change),
    cancellationDetails: detailsOf(before.cancellationDetails, change),
    defaultPaymentMethod: paymentMethodOf(context, before, change),
    description: change.description === undefined ? before.description : change.description,
    items: change.items === undefined ? before.items : changedItems(context, before, change),
    metadata: change.metadata ?? before.metadata,
  });
  const wire = subscriptionWire(context, after);
  const previous = changedAttributes(subscriptionWire(context, before), wire);
  if (Object.keys(previous).length > 0) emit(context, 'customer.subscription.updated', wire, previous);
  return after;
}

/** Whether it changes nothing but what people and programs have noted. */
function keepsToWords({ cancellationDetails, metadata, prorates, ...others }: SubscriptionChange): boolean {
  return Object.values(others).every((value) => value === undefined);
}

export function periodEndOf(subscription: Subscription): number {
  return Math.min(...subscription.items.map((item) => item.currentPeriodEnd));
}

type Schedule = Pick<Subscription, 'cancelAt' | 'cancelAtPeriodEnd' | 'canceledAt'>;

function cancellation(context: Context, before: Subscription, change: SubscriptionChange): Partial<Schedule> {
  const { cancelAt, cancelAtPeriodEnd } = change;
  if (cancelAt != null && cancelAtPeriodEnd === true) {
    throw refused('You cannot set both `cancel_at` and `cancel_at_period_end`.', { param: 'cancel_at' });
  }
  const now = context.time.now(before.testClock);
  if (cancelAtPeriodEnd === true) {
    return { cancelAtPeriodEnd: true, cancelAt: periodEndOf(before), canceledAt: now };
  }
  if (cancelAt != null) {
    if (cancelAt <= now) throw refused('`cancel_at` must be in the future.', { param: 'cancel_at' });
    return { cancelAtPeriodEnd: false, cancelAt, canceledAt: now };
  }
  if (cancelAt === null || cancelAtPeriodEnd === false) {
    return { cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null };
  }
  return {};
}

function detailsOf(before: CancellationDetails, change: SubscriptionChange): CancellationDetails {
  const { cancellationDetails: given, cancelAt, cancelAtPeriodEnd } = change;
  const comment = given?.comment === undefined ? before.comment : given.comment;
  const feedback = given?.feedback === undefined ? before.feedback : given.feedback;
  if (cancelAtPeriodEnd === true || cancelAt != null) {
    return { comment, feedback, reason: 'cancellation_requested' };
  }
  if (cancelAtPeriodEnd === false || cancelAt === null) return { comment, feedback, reason: null };
  return { ...before, comment, feedback };
}

function paymentMethodOf(
  { store }: Context,
  before: Subscription,
  change: SubscriptionChange,
): string | null {
  const wanted = change.defaultPaymentMethod;
  if (wanted === undefined) return before.defaultPaymentMethod;
  const method = store.paymentMethods.get(wanted);
  if (method === undefined) throw noSuch('PaymentMethod', wanted, 'default_payment_method');
  if (method.customer === before.customer) return method.id;
  throw refused(
    'The customer does not have a payment method with the given ID. The payment method must be attached to the customer.',
    { param: 'default_payment_method' },
  );
}

function changedItems(
  context: Context,
  before: Subscription,
  change: SubscriptionChange,
): SubscriptionItem[] {
  const changes = change.items ?? [];
  for (const [index, { id }] of changes.entries()) {
    if (id === undefined) throw notSupported('adding an item to a subscription');
    if (!before.items.some((item) => item.id === id)) {
      throw noSuch('subscription_item', id, `items[${index}][id]`);
    }
  }
  return before.items.map((item) => {
    const index = changes.findIndex((candidate) => candidate.id === item.id);
    const wanted = changes[index];
    if (wanted === undefined) return item;
    return changedItem(context, { item, wanted, index, prorates: change.prorates ?? true });
  });
}

interface ItemUpdate {
  readonly item: SubscriptionItem;
  readonly wanted: ItemChange;
  readonly index: number;
  readonly prorates: boolean;
}

function changedItem(context: Context, update: ItemUpdate): SubscriptionItem {
  const { item, wanted, index, prorates } = update;
  const param = `items[${index}][price]`;
  const price = wanted.price === undefined ? undefined : requireKnownPrice(context, wanted.price, param);
  const quantity = wanted.quantity ?? item.quantity;
  const samePrice = price === undefined || price.id === item.price;
  if (samePrice && quantity === item.quantity) return item;
  if (prorates) throw notSupported('prorations; pass proration_behavior=none');
  if (samePrice) return { ...item, quantity };
  if (price.recurring === null) throw refused('The price must be recurring.', { param });
  const current = requirePrice(context.store, item.price).recurring;
  if (JSON.stringify(current) === JSON.stringify(price.recurring))
    return { ...item, price: price.id, quantity };
  throw notSupported('a change to a price with another billing interval');
}
