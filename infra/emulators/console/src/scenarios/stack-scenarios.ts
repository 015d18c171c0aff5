import type { ScenarioCard } from '../rows.ts';
import { type ConsoleTargets, findAbsence } from '../targets/console-targets.ts';
import { runningClocks } from './move-clocks.ts';
import type { Conditions, StackScenario } from './scenario.ts';

type StripeFault = Parameters<ConsoleTargets['stripe']['addFault']>[0];
type SchedulingFault = Parameters<ConsoleTargets['scheduling']['addFault']>[0];

/** What can happen to the whole stack; each lasts until it is ended. */
export const STACK_SCENARIOS: readonly StackScenario[] = [
  withStripeFault({
    id: 'checkout-down',
    title: 'Stripe is down for checkout',
    explains: 'Creating a checkout session answers 503; everything else works.',
    fault: { path: '/v1/checkout/sessions', kind: 'error', status: 503 },
  }),
  withStripeFault({
    id: 'stripe-down',
    title: 'Stripe is down',
    explains: 'Every call of the API answers 503.',
    fault: { path: '/v1/*', kind: 'error', status: 503 },
  }),
  withStripeFault({
    id: 'stripe-slow',
    title: 'Stripe is slow',
    explains: 'Every call of the API takes three seconds longer.',
    fault: { path: '/v1/*', kind: 'slow', delayMs: 3000 },
  }),
  withStripeFault({
    id: 'answer-lost',
    title: "Stripe's answer to checkout is lost",
    explains: 'The session is created, but the connection breaks before the answer arrives.',
    fault: { path: '/v1/checkout/sessions', kind: 'drop_after' },
  }),
  {
    id: 'webhooks-held',
    service: 'stripe',
    title: 'Webhooks are held',
    explains: "Stripe's events wait; ending it sends them in their order.",
    start: hold,
    end: ({ stripe }) => stripe.releaseDeliveries(),
    holds: ({ plan }) => plan.hold,
    code: 'await stripe.planDeliveries({ hold: true });\n// …\nawait stripe.releaseDeliveries();',
  },
  {
    id: 'webhooks-reversed',
    service: 'stripe',
    title: 'Webhooks come in reverse',
    explains: "Stripe's events wait; ending it sends the last one first.",
    start: hold,
    end: ({ stripe }) => stripe.releaseDeliveries({ order: 'reverse' }),
    holds: ({ plan }) => plan.hold,
    code: "await stripe.planDeliveries({ hold: true });\n// …\nawait stripe.releaseDeliveries({ order: 'reverse' });",
  },
  {
    id: 'webhooks-day-late',
    service: 'stripe',
    title: 'Webhooks come a day late',
    explains: "Stripe's events wait; ending it moves the clocks on by a day and sends them.",
    start: hold,
    end: async (targets) => {
      for (const clock of runningClocks(targets)) await clock.advanceTime({ days: 1 });
      await targets.stripe.releaseDeliveries();
    },
    holds: ({ plan }) => plan.hold,
    code: 'await stripe.planDeliveries({ hold: true });\n// …\nawait stripe.advanceTime({ days: 1 });\nawait stripe.releaseDeliveries();',
  },
  {
    id: 'webhooks-twice',
    service: 'stripe',
    title: 'Webhooks come twice',
    explains: 'Every event of Stripe is sent a second time after it was accepted.',
    start: ({ stripe }) => stripe.planDeliveries({ copies: 2 }),
    end: ({ stripe }) => stripe.planDeliveries({ copies: 1 }),
    holds: ({ plan }) => plan.copies > 1,
    code: 'await stripe.planDeliveries({ copies: 2 });',
  },
  {
    id: 'database-rejects-writes',
    service: 'database',
    title: 'The database rejects writes',
    explains: "Every write answers that permission is denied, also the product's own server's.",
    start: ({ databaseControl }) => databaseControl.setSwitches({ rejectWrites: true }),
    end: ({ databaseControl }) => databaseControl.setSwitches({ rejectWrites: false }),
    holds: ({ rejectWrites }) => rejectWrites,
    code: 'await database.setSwitches({ rejectWrites: true });',
  },
  {
    id: 'identity-slow',
    service: 'identity',
    title: 'Identity is slow',
    explains: 'Signing in and every other call of the identity service take three seconds longer.',
    start: ({ identityControl }) => identityControl.setSwitches({ answerDelayMs: 3000 }),
    end: ({ identityControl }) => identityControl.setSwitches({ answerDelayMs: 0 }),
    holds: ({ answerDelayMs }) => answerDelayMs > 0,
    code: 'await identity.setSwitches({ answerDelayMs: 3000 });',
  },
  withSchedulingFault({
    id: 'scheduling-down',
    title: 'The booking page is down',
    explains: 'The embedded page of the scheduling service answers 500.',
    fault: { target: 'page', mode: 'fail' },
  }),
  withSchedulingFault({
    id: 'scheduling-slow',
    title: 'Open times load slowly',
    explains: 'The open times of the booking page take three seconds.',
    fault: { target: 'times', mode: 'slow', delayMs: 3000 },
  }),
];

interface Words {
  readonly id: string;
  readonly title: string;
  readonly explains: string;
}

function withStripeFault({ fault, ...words }: Words & { readonly fault: StripeFault }): StackScenario {
  const isSame = (each: Conditions['stripeFaults'][number]) =>
    each.path === fault.path && each.kind === fault.kind && each.left === null;
  return {
    ...words,
    service: 'stripe',
    start: ({ stripe }) => stripe.addFault({ ...fault, count: null }),
    end: async ({ stripe }) => {
      for (const { id } of (await stripe.faults()).filter(isSame)) await stripe.removeFault(id);
    },
    holds: ({ stripeFaults }) => stripeFaults.some(isSame),
    code: `await stripe.addFault(${inCode({ ...fault, count: null })});`,
  };
}

function withSchedulingFault({
  fault,
  ...words
}: Words & { readonly fault: SchedulingFault }): StackScenario {
  const isSame = (each: Conditions['schedulingFaults'][number]) =>
    each.target === fault.target && each.mode === fault.mode && each.left === null;
  return {
    ...words,
    service: 'scheduling',
    start: ({ scheduling }) => scheduling.addFault({ ...fault, count: null }),
    end: async ({ scheduling }) => {
      for (const { id } of (await scheduling.faults()).filter(isSame)) await scheduling.removeFault(id);
    },
    holds: ({ schedulingFaults }) => schedulingFaults.some(isSame),
    code: `await scheduling.addFault(${inCode(fault)});`,
  };
}

function hold({ stripe }: ConsoleTargets): Promise<unknown> {
  return stripe.planDeliveries({ hold: true });
}

/** An object as a person writes it. */
function inCode(value: object): string {
  const members = Object.entries(value).map(([key, each]) => {
    return `${key}: ${typeof each === 'string' ? `'${each}'` : String(each)}`;
  });
  return `{ ${members.join(', ')} }`;
}

export function stackScenarioCards(targets: ConsoleTargets): ScenarioCard[] {
  return STACK_SCENARIOS.map(({ id, service, title, explains, code }) => {
    return { id, title, explains, lasts: true, code, lacks: findAbsence(targets, service) };
  });
}
