import type { ConsoleTargets } from '../targets/console-targets.ts';
import { runningClocks } from './move-clocks.ts';
import type { PersonScenario } from './scenario.ts';
import type { Subject } from './subject.ts';

const DAY_SECONDS = 86_400;

/** What can happen to one person. */
export const PERSON_SCENARIOS: readonly PersonScenario[] = [
  {
    ...nextPayment('pm_card_chargeCustomerFail'),
    id: 'next-payment-fails',
    title: 'The next payment fails',
    explains: 'The card on file becomes one that the bank declines at every charge.',
    said: ({ email }) => `The next payment of ${email} will be declined.`,
  },
  {
    ...nextPayment('pm_card_authenticationRequired'),
    id: 'next-payment-needs-authentication',
    title: 'The next payment needs authentication',
    explains: 'The card on file becomes one whose bank asks the person to confirm every charge.',
    said: ({ email }) => `The next payment of ${email} will need authentication.`,
  },
  {
    ...nextPayment('pm_card_visa'),
    id: 'next-payment-succeeds',
    title: 'The next payment succeeds',
    explains: 'The card on file becomes a good one again.',
    said: ({ email }) => `The next payment of ${email} will succeed.`,
  },
  {
    id: 'three-days-before-renewal',
    object: 'Subscription',
    asks: 'The clocks of everybody move, and never go back.',
    title: 'Three days before the renewal',
    explains: 'The clocks go forward to three days before the paid period ends.',
    needs: 'subscription',
    start: (targets, { periodEnd }) => advanceTo(targets, periodEnd - 3 * DAY_SECONDS),
    said: ({ email }) => `It is three days before the renewal of ${email}.`,
    code: () => 'await stripe.advanceTime({ seconds: periodEnd - 3 * 86_400 - (await stripe.now()) });',
  },
  {
    id: 'renew-now',
    object: 'Subscription',
    asks: 'The clocks of everybody move, and never go back; the renewal is charged.',
    title: 'Renew now',
    explains: 'The clocks go forward past the end of the paid period, and the renewal is charged.',
    needs: 'subscription',
    start: (targets, { periodEnd }) => renewAll(targets, periodEnd),
    said: ({ email }) => `The subscription of ${email} came to its renewal.`,
    code: () =>
      'await stripe.advanceTime({ seconds: periodEnd + 1 - (await stripe.now()) });\nawait stripe.settle();',
  },
  {
    id: 'past-due',
    object: 'Subscription',
    asks: 'The clocks of everybody move, and never go back.',
    title: 'Past due',
    explains: 'The card on file becomes one that is declined, and the clocks go forward past the renewal.',
    needs: 'subscription',
    start: async (targets, subject) => {
      await useCard(targets, subject, 'pm_card_chargeCustomerFail');
      await renewAll(targets, subject.periodEnd);
    },
    said: ({ email }) => `The renewal of ${email} was declined.`,
    code: (subject) =>
      `${cardCode(subject, 'pm_card_chargeCustomerFail')}\nawait stripe.advanceTime({ seconds: periodEnd + 1 - (await stripe.now()) });`,
  },
  {
    id: 'cancel-at-end',
    object: 'Subscription',
    title: 'Cancel at the end',
    explains: 'The subscription ends with the paid period, as when the person cancels in the portal.',
    needs: 'subscription',
    start: ({ stripeApi }, { subscription }) =>
      stripeApi.post(`subscriptions/${subscription}`, { cancel_at_period_end: 'true' }),
    said: ({ email }) => `The subscription of ${email} ends with its period.`,
    code: ({ subscription }) =>
      `await stripeSdk.subscriptions.update('${subscription}', { cancel_at_period_end: true });`,
  },
  {
    id: 'refund',
    object: 'Payment',
    asks: 'The whole amount goes back, which cannot be undone.',
    title: 'Refund the last payment',
    explains: 'The whole amount of the newest charge goes back.',
    needs: 'charge',
    start: ({ stripeApi }, { charge }) => stripeApi.post('refunds', { charge: charge ?? '' }),
    said: ({ email }) => `The last payment of ${email} was refunded.`,
    code: ({ charge }) => `await stripeSdk.refunds.create({ charge: '${charge}' });`,
  },
  {
    id: 'refund-part',
    object: 'Payment',
    asks: 'Half of the amount goes back, which cannot be undone.',
    title: 'Refund half of the last payment',
    explains: 'Half of the amount of the newest charge goes back.',
    needs: 'charge',
    start: ({ stripeApi }, { charge, half }) =>
      stripeApi.post('refunds', { charge: charge ?? '', amount: String(half) }),
    said: ({ email }) => `Half of the last payment of ${email} was refunded.`,
    code: ({ charge, half }) => `await stripeSdk.refunds.create({ charge: '${charge}', amount: ${half} });`,
  },
  {
    id: 'dispute',
    object: 'Payment',
    asks: 'The bank takes the amount back until the dispute is decided.',
    title: 'The last payment is disputed',
    explains: "The person's bank takes the newest charge back until the dispute is decided.",
    needs: 'charge',
    start: ({ stripe }, { charge }) => stripe.dispute(charge ?? '', { reason: 'fraudulent' }),
    said: ({ email }) => `The last payment of ${email} is disputed.`,
    code: ({ charge }) => `await stripe.dispute('${charge}', { reason: 'fraudulent' });`,
  },
  {
    ...decided('won', 'winning_evidence'),
    id: 'dispute-won',
    title: 'The dispute is won',
    explains: 'Evidence convinces the bank, and the amount comes back.',
  },
  {
    ...decided('lost', 'losing_evidence'),
    id: 'dispute-lost',
    title: 'The dispute is lost',
    explains: 'Evidence does not convince the bank, and the person keeps the amount.',
  },
  {
    id: 'disable',
    object: 'Account',
    title: 'Disable or enable the account',
    explains: 'A disabled account cannot sign in; doing it again enables it.',
    needs: 'uid',
    start: ({ identity }, { uid, disabled }) => identity.disable(uid ?? '', !disabled),
    said: ({ email, disabled }) => `The account of ${email} is ${disabled ? 'enabled' : 'disabled'}.`,
    code: ({ uid, disabled }) => `await getAuth().updateUser('${uid}', { disabled: ${!disabled} });`,
  },
  {
    id: 'verify',
    object: 'Account',
    title: 'Verify the address',
    explains: 'As if the person had followed the link of the verification mail.',
    needs: 'uid',
    start: ({ identity }, { uid }) => identity.verify(uid ?? ''),
    said: ({ email }) => `The address ${email} is verified.`,
    code: ({ uid }) => `await getAuth().updateUser('${uid}', { emailVerified: true });`,
  },
  {
    id: 'reset-mail',
    object: 'Account',
    title: 'Send a password reset',
    explains: 'The mail appears under Mails, with its link.',
    needs: 'uid',
    start: ({ identity }, { email }) => identity.sendPasswordReset(email),
    said: ({ email }) => `A password reset was mailed to ${email}.`,
    code: ({ email }) => `await getAuth().generatePasswordResetLink('${email}');`,
  },
  {
    id: 'book',
    object: 'Call',
    title: 'Book a call',
    explains: 'The person takes the next open slot.',
    needs: 'uid',
    start: ({ scheduling }, { name, email }) => scheduling.seed({ bookings: [{ name, email }] }),
    said: ({ email }) => `${email} booked a call.`,
    code: ({ name, email }) =>
      `await scheduling.seed({ bookings: [{ name: ${JSON.stringify(name)}, email: '${email}' }] });`,
  },
  {
    id: 'move-call',
    object: 'Call',
    title: 'Move the call',
    explains: 'The booked call moves to the next open slot.',
    needs: 'booking',
    start: ({ scheduling }, { booking }) => scheduling.reschedule(booking ?? ''),
    said: ({ email }) => `The call of ${email} was moved.`,
    code: ({ booking }) => `await scheduling.reschedule('${booking}');`,
  },
  {
    id: 'cancel-call',
    object: 'Call',
    asks: 'The call is canceled for good.',
    title: 'Cancel the call',
    explains: 'The host cancels the booked call.',
    needs: 'booking',
    start: ({ scheduling }, { booking }) => scheduling.cancel(booking ?? ''),
    said: ({ email }) => `The call of ${email} was canceled.`,
    code: ({ booking }) => `await scheduling.cancel('${booking}');`,
  },
];

function nextPayment(card: string): Pick<PersonScenario, 'object' | 'needs' | 'start' | 'code'> {
  return {
    object: 'Card',
    needs: 'subscription',
    start: (targets, subject) => useCard(targets, subject, card),
    code: (subject) => cardCode(subject, card),
  };
}

/** Stripe decides a dispute of test data by this text in the evidence. */
function decided(
  how: 'won' | 'lost',
  text: string,
): Pick<PersonScenario, 'object' | 'asks' | 'needs' | 'start' | 'said' | 'code'> {
  return {
    object: 'Payment',
    asks: 'The bank decides once and for all.',
    needs: 'dispute',
    start: ({ stripeApi }, { dispute }) =>
      stripeApi.post(`disputes/${dispute}`, { 'evidence[uncategorized_text]': text }),
    said: ({ email }) => `The dispute of ${email} is ${how}.`,
    code: ({ dispute }) =>
      `await stripeSdk.disputes.update('${dispute}', { evidence: { uncategorized_text: '${text}' } });`,
  };
}

async function useCard({ stripeApi }: ConsoleTargets, subject: Subject, method: string): Promise<void> {
  const { customer, subscription } = subject;
  const attached = await stripeApi.post<{ readonly id: string }>(`payment_methods/${method}/attach`, {
    customer: customer ?? '',
  });
  await stripeApi.post(`customers/${customer}`, {
    'invoice_settings[default_payment_method]': attached.id,
  });
  await stripeApi.post(`subscriptions/${subscription}`, { default_payment_method: attached.id });
}

function cardCode({ customer, subscription }: Subject, method: string): string {
  return [
    `const card = await stripeSdk.paymentMethods.attach('${method}', { customer: '${customer}' });`,
    `await stripeSdk.subscriptions.update('${subscription}', { default_payment_method: card.id });`,
  ].join('\n');
}

/** Brings every renewal up to `periodEnd`, in Unix seconds. */
export async function renewAll(targets: ConsoleTargets, periodEnd: number): Promise<void> {
  // A renewal invoice stays a draft for a while before it is charged.
  const { draftSeconds } = await targets.stripe.switches();
  await advanceTo(targets, periodEnd + draftSeconds + 1);
}

/** Keeps the clocks of both services together. */
async function advanceTo(targets: ConsoleTargets, target: number): Promise<void> {
  const { stripe } = targets;
  const seconds = target - (await stripe.now());
  if (seconds <= 0) throw new RangeError('That time has passed; clocks only go forward.');
  for (const clock of runningClocks(targets)) await clock.advanceTime({ seconds });
}
