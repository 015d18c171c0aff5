import { money } from '@outharbor/stripe-emulator/control-client';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { currentIn, NOT_RUNNING, type Person } from './join-people.ts';
import { type Kept, newestFirst, type Owned } from './kept.ts';
import type { Model } from './model.ts';
import { readOr } from './sources.ts';

interface Due extends Owned {
  readonly id: string;
  readonly what: string;
  readonly at: string;
  /** A moment at which it has happened. */
  readonly to: string;
  readonly amount: string | null;
  /** The subscription whose card is charged. */
  readonly payer: string | null;
}

export type Coming = Awaited<ReturnType<typeof listComing>>[number];

const SHOWN = 3;

/** What time brings next to everybody, or to one person: the soonest first. */
export async function listComing({ stripe, stripeApi }: ConsoleTargets, model: Model, person?: Person) {
  const { draftSeconds } = await readOr(stripe.switches(), { draftSeconds: 0 });
  const customer = person?.customers.at(-1);
  const isOfPerson = (owner: string | null) => person === undefined || owner === person.row.id;
  const now = new Date(model.time.now()).toISOString();
  const soonest = [
    ...(person ? [person] : model.people.all).flatMap((each) => endOfPeriod(each, draftSeconds)),
    ...(await readOr(readInvoices(stripeApi, customer), [])).flatMap((each) => nextCharge(each, model)),
    ...model.kept.bookings.flatMap((each) => call(each, model)),
  ]
    .filter(({ at, person: owner }) => at > now && isOfPerson(owner))
    .sort((one, other) => newestFirst(other.at, one.at))
    .slice(0, SHOWN);
  return Promise.all(
    soonest.map(async ({ payer, ...coming }) => ({
      ...coming,
      /** What becomes of the payment, where it is known that it does not simply succeed. */
      outcome: payer === null ? null : await readOr(readOutcome(stripeApi, payer), null),
    })),
  );
}

/** In Unix seconds. */
function moment(seconds: number, lasts = 0): Pick<Due, 'at' | 'to'> {
  const instant = (of: number) => new Date(of * 1000).toISOString();
  return { at: instant(seconds), to: instant(seconds + lasts + 1) };
}

/** The renewal or the end of the current subscription. */
function endOfPeriod({ row, subscriptions }: Person, draftSeconds: number): Due[] {
  const current = currentIn(subscriptions);
  if (current?.periodEnd == null || NOT_RUNNING.includes(current.status)) return [];
  const { id, periodEnd, cancelAtPeriodEnd, amount, currency, status } = current;
  const of = { id, person: row.id, email: row.email };
  if (cancelAtPeriodEnd)
    return [{ ...of, what: 'The plan ends', ...moment(periodEnd), amount: null, payer: null }];
  const what = status === 'trialing' ? 'The trial ends' : 'Renewal';
  const paid = amount === null ? null : money(amount, currency);
  // An invoice stays a draft for a while before it is charged.
  return [{ ...of, what, ...moment(periodEnd, draftSeconds), amount: paid, payer: id }];
}

interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly amount_due: number;
  readonly currency: string;
  readonly attempt_count: number;
  readonly next_payment_attempt: number | null;
}

/** The newest hundred drafts and open invoices. */
async function readInvoices(api: ConsoleTargets['stripeApi'], customer?: string): Promise<Invoice[]> {
  const of = customer === undefined ? '' : `&customer=${customer}`;
  const lists = ['draft', 'open'].map((status) =>
    api.get<{ readonly data: Invoice[] }>(`invoices?limit=100&status=${status}${of}`),
  );
  return (await Promise.all(lists)).flatMap(({ data }) => data);
}

function nextCharge(invoice: Invoice, { people }: Model): Due[] {
  const { id, customer, amount_due, currency, attempt_count, next_payment_attempt: at } = invoice;
  const { row, subscriptions = [] } = people.find(customer) ?? {};
  if (at === null || row === undefined) return [];
  const what = attempt_count > 0 ? 'The payment is tried again' : 'The invoice is charged';
  const payer = currentIn(subscriptions)?.id ?? null;
  const paid = { amount: money(amount_due, currency), payer };
  return [{ id, person: row.id, email: row.email, what, ...moment(at), ...paid }];
}

function call(booking: Kept<Model['kept']['bookings'][number]['row']>, model: Model): Due[] {
  const { id, start, state, email } = booking.row;
  if (state !== 'active') return [];
  const person = model.findPerson(booking);
  return [
    { id, person, email, what: 'Call', ...moment(Date.parse(start) / 1000), amount: null, payer: null },
  ];
}

type Method = { readonly card?: { readonly last4: string } } | null;

interface Payer {
  readonly default_payment_method: Method;
  readonly customer: { readonly invoice_settings: { readonly default_payment_method: Method } };
}

/** How those of Stripe's test cards end that do not simply pay while nobody is there. */
const OUTCOMES: Readonly<Record<string, string>> = {
  '0341': 'the card fails',
  '3184': 'the bank asks to authenticate',
  '0259': 'the payment is disputed',
};

async function readOutcome(api: ConsoleTargets['stripeApi'], subscription: string): Promise<string | null> {
  const method = 'default_payment_method';
  const expanded = `expand[]=${method}&expand[]=customer.invoice_settings.${method}`;
  const payer = await api.get<Payer>(`subscriptions/${subscription}?${expanded}`);
  const { card } = payer[method] ?? payer.customer.invoice_settings[method] ?? {};
  return OUTCOMES[card?.last4 ?? ''] ?? null;
}
