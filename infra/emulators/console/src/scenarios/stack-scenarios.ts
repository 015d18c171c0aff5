import type { DeliveryService, ScenarioCard } from '../rows.ts';
import { type ConsoleTargets, findAbsence } from '../targets/console-targets.ts';
import { runningClocks } from './move-clocks.ts';
import type { StackScenario } from './scenario.ts';

const HELD: Pick<StackScenario, 'service' | 'start' | 'holds'> = {
  service: 'stripe',
  start: ({ stripe }) => stripe.planDeliveries({ hold: true }),
  holds: ({ plan }) => plan.hold,
};

/** What can happen to the whole stack; each lasts until it is ended. */
export const STACK_SCENARIOS: readonly StackScenario[] = [
  withFault('stripe', {
    id: 'checkout-down',
    title: 'Stripe is down for checkout',
    explains: 'Creating a checkout session answers 503; everything else works.',
    fault: { path: '/v1/checkout/sessions', kind: 'error', status: 503 },
  }),
  withFault('stripe', {
    id: 'stripe-down',
    title: 'Stripe is down',
    explains: 'Every call of the API answers 503.',
    fault: { path: '/v1/*', kind: 'error', status: 503 },
  }),
  withFault('stripe', {
    id: 'stripe-slow',
    title: 'Stripe is slow',
    explains: 'Every call of the API takes three seconds longer.',
    fault: { path: '/v1/*', kind: 'slow', delayMs: 3000 },
  }),
  withFault('stripe', {
    id: 'answer-lost',
    title: "Stripe's answer to checkout is lost",
    explains: 'The session is created, but the connection breaks before the answer arrives.',
    fault: { path: '/v1/checkout/sessions', kind: 'drop_after' },
  }),
  {
    ...HELD,
    id: 'webhooks-held',
    title: 'Webhooks are held',
    explains: "Stripe's events wait; ending it sends them in their order.",
    end: ({ stripe }) => stripe.releaseDeliveries(),
    code: 'await stripe.planDeliveries({ hold: true });\n// …\nawait stripe.releaseDeliveries();',
  },
  {
    ...HELD,
    id: 'webhooks-reversed',
    title: 'Webhooks come in reverse',
    explains: "Stripe's events wait; ending it sends the last one first.",
    end: ({ stripe }) => stripe.releaseDeliveries({ order: 'reverse' }),
    code: "await stripe.planDeliveries({ hold: true });\n// …\nawait stripe.releaseDeliveries({ order: 'reverse' });",
  },
  {
    ...HELD,
    id: 'webhooks-day-late',
    title: 'Webhooks come a day late',
    explains: "Stripe's events wait; ending it moves the clocks on by a day and sends them.",
    end: async (targets) => {
      for (const clock of runningClocks(targets)) await clock.advanceTime({ days: 1 });
      await targets.stripe.releaseDeliveries();
    },
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
  withFault('scheduling', {
    id: 'scheduling-down',
    title: 'The booking page is down',
    explains: 'The embedded page of the scheduling service answers 500.',
    fault: { target: 'page', mode: 'fail' },
  }),
  withFault('scheduling', {
    id: 'scheduling-slow',
    title: 'Open times load slowly',
    explains: 'The open times of the booking page take three seconds.',
    fault: { target: 'times', mode: 'slow', delayMs: 3000 },
  }),
];

interface Faulty<Service extends DeliveryService> extends Pick<StackScenario, 'id' | 'title' | 'explains'> {
  readonly fault: Parameters<ConsoleTargets[Service]['addFault']>[0];
}

/** A fault of a service until it is ended. */
function withFault<Service extends DeliveryService>(
  service: Service,
  { fault, ...words }: Faulty<Service>,
): StackScenario {
  const given = { ...fault, count: null };
  const isSame = (each: Fault) =>
    each.left === null && FAULT_KEYS.every((key) => each[key] === (fault as Fault)[key]);
  return {
    ...words,
    service,
    start: (targets) => targets[service].addFault(given as never),
    end: async (targets) => {
      for (const each of await targets[service].faults())
        if (isSame(each)) await targets[service].removeFault(each.id);
    },
    holds: (conditions) => conditions[`${service}Faults`].some(isSame),
    code: `await ${service}.addFault(${inCode(given)});`,
  };
}

/** What tells faults apart at both services. */
const FAULT_KEYS = ['path', 'kind', 'target', 'mode'] as const;
type Fault = { readonly [Key in (typeof FAULT_KEYS)[number]]?: string } & { readonly left?: number | null };

/** An object as a person writes it. */
function inCode(value: object): string {
  const members = Object.entries(value).map(([key, each]) => {
    return `${key}: ${typeof each === 'string' ? `'${each}'` : String(each)}`;
  });
  return `{ ${members.join(', ')} }`;
}

export function stackScenarioCards(targets: ConsoleTargets): ScenarioCard[] {
  return STACK_SCENARIOS.map(({ id, service, title, explains, code }) => {
    return { id, title, explains, code, lacks: findAbsence(targets, service) };
  });
}
