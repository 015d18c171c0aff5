import { findTrialEnd } from '../../billing/subscriptions/billing-cycle-anchor.ts';
import { day } from '../../catalogue/period-text.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import { type CheckoutSession, isHeld } from '../checkout-entities.ts';
import { findAnchorTime, splitByRecurrence } from '../price-lines.ts';

/** The path of a session's page. An embedded session can be found only by its client secret. */
export function sessionPath({ settings }: Context, session: CheckoutSession): string {
  return `${settings.pagesPath}/c/pay/${pageName(session)}`;
}

/** The session whose path ends in `name`. */
export function sessionAt({ store }: Context, name: string): CheckoutSession | undefined {
  const session = store.sessions.get(name.split('_secret_')[0] ?? '');
  return session !== undefined && pageName(session) === name ? session : undefined;
}

function pageName({ id, embedding }: CheckoutSession): string {
  return embedding?.client_secret ?? id;
}

export function formatTotal({ amount_total, currency }: CheckoutSession): string {
  return money(amount_total, requireFound(currency ?? undefined, 'currency of the session'));
}

const SUBMIT_WORDS: Readonly<Record<string, string>> = {
  book: 'Book',
  donate: 'Donate',
  subscribe: 'Subscribe',
};

export function submitLabel(session: CheckoutSession): string {
  if (session.mode === 'setup') return 'Save card';
  if (session.mode === 'subscription') return session.options.trial === null ? 'Subscribe' : 'Start trial';
  const word = SUBMIT_WORDS[session.options.shown.submit_type ?? ''];
  return word ?? (session.amount_total === 0 ? 'Pay' : `Pay ${formatTotal(session)}`);
}

export function describeTerms(context: Context, session: CheckoutSession): string {
  if (session.mode === 'setup') return 'Nothing is charged today. Your card is saved for later payments.';
  if (session.mode === 'payment') {
    return isHeld(session)
      ? `You authorize ${formatTotal(session)}, which is held now and may be charged later.`
      : `You authorize the charge of ${formatTotal(session)} now.`;
  }
  const trial_end = findTrialEnd(session.options, context.time.now(session.test_clock));
  const isMixed = splitByRecurrence(context, session).once.length > 0;
  const begins = trial_end ?? findAnchorTime(context, session);
  if (begins !== null) {
    const isCharged = trial_end === null ? session.amount_total !== 0 : isMixed;
    const today = isCharged ? `You are charged ${formatTotal(session)} today.` : 'Nothing is charged today.';
    return `${today} You authorize the charge at the start of every period from ${day(begins)} on, until you cancel.`;
  }
  const later = `${isMixed ? 'the recurring charge ' : ''}at the start of every following period`;
  return `You authorize the charge of ${formatTotal(session)} now and ${later}, until you cancel.`;
}
