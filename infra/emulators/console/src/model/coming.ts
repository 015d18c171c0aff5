import { money } from '@outharbor/stripe-emulator/control-client';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { currentIn, NOT_RUNNING, type Person } from './join-people.ts';
import { newestFirst } from './kept.ts';
import type { Model } from './model.ts';
import { readOr } from './sources.ts';

export type Coming = Awaited<ReturnType<typeof listComing>>[number];

const SHOWN = 3;

/** What time brings next to everybody, or to one person: the soonest first. */
export async function listComing({ stripe, stripeApi }: ConsoleTargets, model: Model, person?: Person) {
  const { draftSeconds } = await readOr(stripe.switches(), { draftSeconds: 0 });
  const now = new Date(model.time.now()).toISOString();
  // Putting what comes in words takes longest, so it is done for the soonest alone.
  const ending = (person ? [person] : model.people.all)
    .filter(
      ({ row: { until }, subscriptions: all }) =>
        (until ?? '') > now && !NOT_RUNNING.includes(currentIn(all)?.status ?? ''),
    )
    .sort((one, other) => newestFirst(other.row.until, one.row.until))
    .slice(0, SHOWN);
  const soonest = [
    ...ending.flatMap((each) => endOfPeriod(each, draftSeconds)),
    ...(await readInvoices(stripeApi, person?.customers.at(-1))).flatMap((each) => nextAttempt(each, model)),
    ...model.kept.bookings.flatMap((each) => {
      const { id, start, state, email } = each.row;
      const of = { id: model.findPerson(each), email };
      return state === 'active' ? [due(id, 'Call', Date.parse(start) / 1000, of)] : [];
    }),
  ]
    .filter((each) => each.at > now && (person === undefined || each.person === person.row.id))
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

/** At a time in Unix seconds; it has happened at `to`. The card of the subscription `payer` is charged. */
function due(
  id: string,
  what: string,
  seconds: number,
  { id: person, email }: { readonly id: string | null; readonly email: string },
  { amount = null, payer = null }: { readonly amount?: string | null; readonly payer?: string | null } = {},
  lasts = 0,
) {
  const instant = (of: number) => new Date(of * 1000).toISOString();
  return { id, what, at: instant(seconds), to: instant(seconds + lasts + 1), person, email, amount, payer };
}

/** The renewal or the end of the current subscription. */
function endOfPeriod({ row, subscriptions }: Person, draftSeconds: number) {
  const current = currentIn(subscriptions);
  if (current?.periodEnd == null) return [];
  const { id, periodEnd, cancelAtPeriodEnd, amount, currency, status } = current;
  if (cancelAtPeriodEnd) return [due(id, 'The plan ends', periodEnd, row)];
  const what = status === 'trialing' ? 'The trial ends' : 'Renewal';
  const paid = { amount: amount === null ? null : money(amount, currency), payer: id };
  // An invoice stays a draft for a while before it is charged.
  return [due(id, what, periodEnd, row, paid, draftSeconds)];
}

interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly amount_due: number;
  readonly currency: string;
  readonly next_payment_attempt: number | null;
}

/** The newest hundred that are open; none without Stripe. */
async function readInvoices(api: ConsoleTargets['stripeApi'], customer?: string): Promise<Invoice[]> {
  const of = customer === undefined ? '' : `&customer=${customer}`;
  const reading = api.get<{ readonly data: Invoice[] }>(`invoices?limit=100&status=open${of}`);
  return (await readOr(reading, { data: [] })).data;
}

function nextAttempt(
  { id, customer, amount_due, currency, next_payment_attempt }: Invoice,
  { people }: Model,
) {
  const { row, subscriptions = [] } = people.find(customer) ?? {};
  if (next_payment_attempt === null || row === undefined) return [];
  const paid = { amount: money(amount_due, currency), payer: currentIn(subscriptions)?.id ?? null };
  return [due(id, 'The payment is tried again', next_payment_attempt, row, paid)];
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
