import type { ConsoleTargets } from '../targets/console-targets.ts';
import { runningClocks } from './move-clocks.ts';
import type { PersonScenario } from './scenario.ts';
import type { Subject } from './subject.ts';
import { findPrice, subscribe } from './subscribe.ts';

const DAY_SECONDS = 86_400;

/** What a scenario acts on, and what there must be of it. */
const on = (object: string, needs: PersonScenario['needs']) => ({ object, needs });

/** What can happen to one person. */
export const PERSON_SCENARIOS: readonly PersonScenario[] = [
  {
    ...nextPayment('pm_card_chargeCustomerFail'),
    id: 'next-payment-fails',
    title: 'The next payment fails',
    explains: 'The card on file becomes one that the bank declines at every charge.',
  },
  {
    ...nextPayment('pm_card_visa'),
    id: 'next-payment-fails-once',
    title: 'Only the next payment fails',
    explains:
      'The card on file becomes one that the bank declines once, and takes again when Stripe retries.',
    start: async (targets, subject) =>
      targets.stripe.declineNext(await useCard(targets, subject, 'pm_card_visa')),
    code: (subject) => `${cardCode(subject, 'pm_card_visa')}\nawait stripe.declineNext(card.id);`,
  },
  {
    ...nextPayment('pm_card_authenticationRequired'),
    id: 'next-payment-needs-authentication',
    title: 'The next payment needs authentication',
    explains: 'The card on file becomes one whose bank asks the person to confirm every charge.',
  },
  {
    ...nextPayment('pm_card_visa'),
    id: 'next-payment-succeeds',
    title: 'The next payment succeeds',
    explains: 'The card on file becomes a good one again.',
  },
  {
    ...on('Subscription', 'planless'),
    id: 'subscribe',
    title: 'Give them a plan',
    explains:
      'A customer with a good card subscribes to the first recurring price, as if sold by hand at Stripe.',
    start: async (targets, subject) =>
      subscribe(targets, { ...subject, uid: subject.planless ?? '' }, await findPrice(targets, 'any')),
    code: ({ uid, email }) =>
      [
        `const customer = await stripeSdk.customers.create({ email: '${email}', metadata: { uid: '${uid}' } });`,
        "const card = await stripeSdk.paymentMethods.attach('pm_card_visa', { customer: customer.id });",
        'await stripeSdk.subscriptions.create({ customer: customer.id, items: [{ price }], default_payment_method: card.id });',
      ].join('\n'),
  },
  {
    ...on('Subscription', 'subscription'),
    id: 'three-days-before-renewal',
    asks: 'The clocks of everybody move, and never go back.',
    title: 'Three days before the renewal',
    explains: 'The clocks go forward to three days before the paid period ends.',
    start: (targets, { periodEnd }) => advanceTo(targets, periodEnd - 3 * DAY_SECONDS),
    code: () => 'await stripe.advanceTime({ seconds: periodEnd - 3 * 86_400 - (await stripe.now()) });',
  },
  {
    ...on('Subscription', 'subscription'),
    id: 'renew-now',
    asks: 'The clocks of everybody move, and never go back; the renewal is charged.',
    title: 'Renew now',
    explains: 'The clocks go forward past the end of the paid period, and the renewal is charged.',
    start: (targets, { periodEnd }) => renewAll(targets, periodEnd),
    code: () =>
      'await stripe.advanceTime({ seconds: periodEnd + 1 - (await stripe.now()) });\nawait stripe.settle();',
  },
  {
    ...on('Subscription', 'subscription'),
    id: 'past-due',
    asks: 'The clocks of everybody move, and never go back.',
    title: 'Past due',
    explains: 'The card on file becomes one that is declined, and the clocks go forward past the renewal.',
    start: async (targets, subject) => {
      await useCard(targets, subject, 'pm_card_chargeCustomerFail');
      await renewAll(targets, subject.periodEnd);
    },
    code: (subject) =>
      `${cardCode(subject, 'pm_card_chargeCustomerFail')}\nawait stripe.advanceTime({ seconds: periodEnd + 1 - (await stripe.now()) });`,
  },
  {
    ...on('Subscription', 'subscription'),
    id: 'cancel-at-end',
    title: 'Cancel at the end',
    explains: 'The subscription ends with the paid period, as when the person cancels in the portal.',
    start: ({ stripeApi }, { subscription }) =>
      stripeApi.post(`subscriptions/${subscription}`, { cancel_at_period_end: 'true' }),
    code: ({ subscription }) =>
      `await stripeSdk.subscriptions.update('${subscription}', { cancel_at_period_end: true });`,
  },
  {
    ...on('Payment', 'charge'),
    id: 'refund',
    asks: 'The whole amount goes back, which cannot be undone.',
    title: 'Refund the last payment',
    explains: 'The whole amount of the newest charge goes back.',
    start: ({ stripeApi }, { charge }) => stripeApi.post('refunds', { charge: charge ?? '' }),
    code: ({ charge }) => `await stripeSdk.refunds.create({ charge: '${charge}' });`,
  },
  {
    ...on('Payment', 'charge'),
    id: 'refund-part',
    asks: 'Half of the amount goes back, which cannot be undone.',
    title: 'Refund half of the last payment',
    explains: 'Half of the amount of the newest charge goes back.',
    start: ({ stripeApi }, { charge, half }) =>
      stripeApi.post('refunds', { charge: charge ?? '', amount: String(half) }),
    code: ({ charge, half }) => `await stripeSdk.refunds.create({ charge: '${charge}', amount: ${half} });`,
  },
  {
    ...on('Payment', 'charge'),
    id: 'dispute',
    asks: 'The bank takes the amount back until the dispute is decided.',
    title: 'The last payment is disputed',
    explains: "The person's bank takes the newest charge back until the dispute is decided.",
    start: ({ stripe }, { charge }) => stripe.dispute(charge ?? '', { reason: 'fraudulent' }),
    code: ({ charge }) => `await stripe.dispute('${charge}', { reason: 'fraudulent' });`,
  },
  {
    ...decided('winning_evidence'),
    id: 'dispute-won',
    title: 'The dispute is won',
    explains: 'Evidence convinces the bank, and the amount comes back.',
  },
  {
    ...decided('losing_evidence'),
    id: 'dispute-lost',
    title: 'The dispute is lost',
    explains: 'Evidence does not convince the bank, and the person keeps the amount.',
  },
  {
    ...on('Account', 'uid'),
    id: 'disable',
    title: 'Disable or enable the account',
    explains: 'A disabled account cannot sign in; doing it again enables it.',
    start: ({ identity }, { uid, disabled }) => identity.disable(uid ?? '', !disabled),
    code: ({ uid, disabled }) => `await getAuth().updateUser('${uid}', { disabled: ${!disabled} });`,
  },
  {
    ...on('Account', 'uid'),
    id: 'verify',
    title: 'Verify the address',
    explains: 'As if the person had followed the link of the verification mail.',
    start: ({ identity }, { uid }) => identity.verify(uid ?? ''),
    code: ({ uid }) => `await getAuth().updateUser('${uid}', { emailVerified: true });`,
  },
  {
    ...on('Account', 'uid'),
    id: 'reset-mail',
    title: 'Send a password reset',
    explains: 'The mail appears under Mails, with its link.',
    start: ({ identity }, { email }) => identity.sendPasswordReset(email),
    code: ({ email }) => `await getAuth().generatePasswordResetLink('${email}');`,
  },
  {
    ...on('Account', 'uid'),
    id: 'delete',
    asks: 'Payments, bookings and the record in the database stay.',
    title: 'Delete the account',
    explains: 'The account goes; what belongs to it stays.',
    start: ({ identity }, { uid }) => identity.remove(uid ?? ''),
    code: ({ uid }) => `await getAuth().deleteUser('${uid}');`,
  },
  {
    ...on('Call', 'uid'),
    id: 'book',
    title: 'Book a call',
    explains: 'The person takes the next open slot.',
    start: ({ scheduling }, { name, email }) => scheduling.seed({ bookings: [{ name, email }] }),
    code: ({ name, email }) =>
      `await scheduling.seed({ bookings: [{ name: ${JSON.stringify(name)}, email: '${email}' }] });`,
  },
  {
    ...on('Call', 'booking'),
    id: 'move-call',
    title: 'Move the call',
    explains: 'The booked call moves to the next open slot.',
    start: ({ scheduling }, { booking }) => scheduling.reschedule(booking ?? ''),
    code: ({ booking }) => `await scheduling.reschedule('${booking}');`,
  },
  {
    ...on('Call', 'booking'),
    id: 'cancel-call',
    asks: 'The call is canceled for good.',
    title: 'Cancel the call',
    explains: 'The host cancels the booked call.',
    start: ({ scheduling }, { booking }) => scheduling.cancel(booking ?? ''),
    code: ({ booking }) => `await scheduling.cancel('${booking}');`,
  },
];

function nextPayment(card: string): Omit<PersonScenario, 'id' | 'title' | 'explains'> {
  return {
    ...on('Card', 'subscription'),
    start: (targets, subject) => useCard(targets, subject, card),
    code: (subject) => cardCode(subject, card),
  };
}

/** Stripe decides a dispute of test data by this text in the evidence. */
function decided(text: string): Omit<PersonScenario, 'id' | 'title' | 'explains'> {
  return {
    ...on('Payment', 'dispute'),
    asks: 'The bank decides once and for all.',
    start: ({ stripeApi }, { dispute }) =>
      stripeApi.post(`disputes/${dispute}`, { 'evidence[uncategorized_text]': text }),
    code: ({ dispute }) =>
      `await stripeSdk.disputes.update('${dispute}', { evidence: { uncategorized_text: '${text}' } });`,
  };
}

/** Resolves with the id of the payment method. */
async function useCard({ stripeApi }: ConsoleTargets, subject: Subject, method: string): Promise<string> {
  const { customer, subscription } = subject;
  const attached = await stripeApi.post<{ readonly id: string }>(`payment_methods/${method}/attach`, {
    customer: customer ?? '',
  });
  await stripeApi.post(`customers/${customer}`, {
    'invoice_settings[default_payment_method]': attached.id,
  });
  await stripeApi.post(`subscriptions/${subscription}`, { default_payment_method: attached.id });
  return attached.id;
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
