import type Stripe from 'stripe';
import type { Credit, Money } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { retrieveOwnCustomer } from './customers.ts';
import { isAlreadyRefunded, isDisputed, isKeyUsed, isMissingAtStripe, isRejectedByState } from './errors.ts';
import { intentsOf, isFor, listAll, toId } from './mapping.ts';

export const CREDIT_REASON = 'credit_of_a_deleted_account';

const PAID_BACK = 'Paid back';

/** What the provider owes the person; undefined if nothing. At Stripe a credit is a negative balance. */
export async function readCredit(
  context: StripeContext,
  id: string,
  uid: string,
): Promise<Credit | undefined> {
  const customer = await retrieveOwnCustomer(context, id, uid);
  if (customer === undefined || customer.balance >= 0) return undefined;
  const expand = ['data.invoice'];
  const all = await listAll(context.stripe.customers.listBalanceTransactions(id, { limit: 100, expand }));
  const { currency } = customer;
  const changes = all.filter((change) => change.currency === currency);
  const ofPlan = new Set<string>();
  for (const { invoice } of changes)
    if (invoice && typeof invoice !== 'string' && (await isFor(context, uid, invoice)))
      ofPlan.add(invoice.id);
  const returnable = sumReturnable(changes, ofPlan);
  return { amount: -customer.balance, currency: currency ?? '', returnable };
}

/**
 * The part of a credit that came from changes to cheaper plans, whose invoices are `ofPlan`. Invoices use what the
 * operator gave first, and what they give back goes where it came from. `changes` are newest first.
 */
function sumReturnable(
  changes: readonly Stripe.CustomerBalanceTransaction[],
  ofPlan: ReadonlySet<string>,
): number {
  let [credit, returnable, givenSpent] = [0, 0, 0];
  for (const { amount, ending_balance, invoice, type, metadata, description } of changes.toReversed()) {
    const after = Math.max(0, -ending_balance);
    const grown = after - credit;
    const isByUs = metadata?.subscription !== undefined || description === PAID_BACK;
    if (grown < 0) {
      const given = isByUs ? 0 : Math.min(credit - returnable, -grown);
      givenSpent += given;
      returnable += grown + given;
    } else if (isByUs || type === 'unapplied_from_invoice') {
      const given = Math.min(givenSpent, grown);
      givenSpent -= given;
      returnable += grown - given;
    } else if (amount < 0 && type === 'applied_to_invoice' && ofPlan.has(toId(invoice) ?? '')) {
      returnable += grown;
    }
    credit = after;
    returnable = Math.min(Math.max(0, returnable), credit);
  }
  return returnable;
}

/**
 * Returns the credit from changes of plan on the latest payments of plans, and takes what was returned off the credit.
 * Resolves with what is left of it. Repeatable: a refund carries the credit that it reduces.
 */
export async function payBackCredit(
  context: StripeContext,
  customer: string,
  uid: string,
  subscription: string | undefined,
): Promise<Money | undefined> {
  const { stripe, deployment } = context;
  const { returnable = 0, currency = '' } = (await readCredit(context, customer, uid)) ?? {};
  let credit = { amount: returnable, currency };
  if (credit.amount === 0) return undefined;
  for await (const charge of planCharges(context, customer, uid)) {
    if (!charge.paid || charge.currency !== currency) continue;
    const marks = { reason: CREDIT_REASON, credit: String(credit.amount), customer, deployment };
    const amount = await refund(stripe, charge, credit, { ...marks, ...(subscription && { subscription }) });
    if (amount === 0) continue;
    await stripe.customers.createBalanceTransaction(
      customer,
      { amount, currency, description: PAID_BACK },
      { idempotencyKey: `credit-taken-${charge.id}-${credit.amount}` },
    );
    credit = { currency, amount: credit.amount - amount };
    if (credit.amount === 0) return undefined;
  }
  return credit;
}

/** Newest first. */
async function* planCharges(
  context: StripeContext,
  customer: string,
  uid: string,
): AsyncGenerator<Stripe.Charge> {
  const { stripe } = context;
  const expand = ['data.payments'];
  for await (const invoice of stripe.invoices.list({ customer, status: 'paid', limit: 100, expand })) {
    if (!(await isFor(context, uid, invoice))) continue;
    for (const payment_intent of intentsOf(invoice))
      yield* stripe.charges.list({ payment_intent, limit: 100 });
  }
}

/** Resolves with the amount of the refund, which an interrupted run may have made; 0 if there is none. */
async function refund(
  stripe: Stripe,
  charge: Stripe.Charge,
  credit: Money,
  metadata: Readonly<Record<string, string>>,
): Promise<number> {
  const earlier = (await listAll(stripe.refunds.list({ charge: charge.id, limit: 100 }))).find(
    (made) => made.metadata?.reason === CREDIT_REASON && made.metadata.credit === metadata.credit,
  );
  const refundable = charge.captured && !charge.disputed ? charge.amount - charge.amount_refunded : 0;
  if (earlier === undefined && refundable <= 0) return 0;
  try {
    const made =
      earlier ??
      (await stripe.refunds.create(
        { charge: charge.id, amount: Math.min(credit.amount, refundable), metadata: { ...metadata } },
        { idempotencyKey: `credit-paid-back-${charge.id}-${credit.amount}` },
      ));
    const { status, amount } = made;
    return status === 'failed' || status === 'canceled' ? 0 : amount;
  } catch (error) {
    if (isAlreadyRefunded(error) || isDisputed(error) || isRejectedByState(error)) return 0;
    throw error;
  }
}

interface Ended {
  readonly customer: string;
  readonly subscription: string;
  readonly invoices: readonly Stripe.Invoice[];
}

/**
 * Undoes what a refunded subscription did to its customer's credit: what a change to a cheaper plan left is taken with
 * it, as far as it is still there, and what its invoices used is given back. Repeatable.
 */
export async function undoCredit(
  { stripe }: StripeContext,
  { customer, subscription, invoices }: Ended,
): Promise<void> {
  const ids = new Set(invoices.map(({ id }) => id));
  try {
    const changes = await listAll(stripe.customers.listBalanceTransactions(customer, { limit: 100 }));
    if (changes.some(({ metadata }) => metadata?.subscription === subscription)) return;
    const ours = changes.filter(({ invoice }) => ids.has(toId(invoice) ?? ''));
    const left = sumReturnable(changes, ids);
    const amount = Math.min(-ours.reduce((sum, change) => sum + change.amount, 0), left);
    const [{ currency } = { currency: '' }] = ours;
    if (amount === 0) return;
    await stripe.customers.createBalanceTransaction(
      customer,
      { amount, currency, description: 'Second subscription', metadata: { subscription } },
      { idempotencyKey: `credit-undone-${subscription}` },
    );
  } catch (error) {
    if (!isMissingAtStripe(error) && !isKeyUsed(error)) throw error;
  }
}
