import type { ConsoleTargets } from '../targets/console-targets.ts';

interface Subscriber {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  /** One that they have already. */
  readonly customer: string | null;
}

interface Created {
  readonly id: string;
}

/** Subscribes somebody with an account to a price, by its id, with a good card. */
export async function subscribe(
  { stripeApi, customerMarks }: ConsoleTargets,
  { uid, email, name, customer }: Subscriber,
  price: string,
): Promise<void> {
  const marks = Object.entries({ uid, ...customerMarks }).map(([key, value]) => [`metadata[${key}]`, value]);
  const named = { email, ...(name !== '' && { name }), ...Object.fromEntries(marks) };
  const { id } = await stripeApi.post<Created>(
    customer === null ? 'customers' : `customers/${customer}`,
    named,
  );
  const card = await stripeApi.post<Created>('payment_methods/pm_card_visa/attach', { customer: id });
  await stripeApi.post('subscriptions', {
    customer: id,
    'items[0][price]': price,
    default_payment_method: card.id,
  });
}

/** The id of the recurring price with the lookup key or id; that of the first one for `any`. */
export async function findPrice({ stripe }: ConsoleTargets, plan: string): Promise<string> {
  const price = (await stripe.state()).prices.find(
    ({ id, lookup_key, recurring }) => recurring !== null && ['any', id, lookup_key ?? id].includes(plan),
  );
  if (price !== undefined) return price.id;
  throw new RangeError(
    `There is no recurring price to subscribe to (${plan}): add a product and a price first.`,
  );
}
