import type { FastifyReply } from 'fastify';
import type { Subscription, SubscriptionItem } from '../../billing/billing-entities.ts';
import { latestPeriodEnd } from '../../billing/changes/change-periods.ts';
import type { SubscriptionChange } from '../../billing/changes/subscription-change.ts';
import { updateSubscription } from '../../billing/changes/update-subscription.ts';
import { cancelSubscription } from '../../billing/subscriptions/cancel-subscription.ts';
import { ApiError } from '../../description/api-error.ts';
import { plainPage } from '../../pages/layout.ts';
import { sendHtml } from '../../pages/send-page.ts';
import { cancelDeferredSwitch, deferSwitch, isDeferred, upcomingSwitch } from '../defer-switch.ts';
import { billedBySwitch, findProblem, type PlanChoice, switchableItem, switchPlan } from '../switch-plan.ts';
import { cancelPage, confirmPage, type SwitchInput, switchPage } from './portal-switch-page.ts';
import {
  type Action,
  nextPageAfter,
  offered,
  onSubscription,
  type Pages,
  toOverview,
  type Visit,
} from './portal-visit.ts';

export const subscriptionPages: Pages = {
  'GET /cancel/:subscription': offered(
    'subscription_cancel',
    onSubscription((visit, subscription, reply) => sendHtml(reply, cancelPage(visit, subscription))),
  ),
  'POST /cancel/:subscription': offered(
    'subscription_cancel',
    onSubscription((visit, subscription, reply, { body }) => {
      cancel(visit, subscription, new URLSearchParams(body));
      return reply.redirect(nextPageAfter(visit, ['subscription_cancel']), 303);
    }),
  ),
  'POST /resume/:subscription': onSubscription((visit, subscription, reply) => {
    const { context } = visit;
    context.store.transact(() => updateSubscription(context, subscription, { cancel_at_period_end: false }));
    return toOverview(visit, reply);
  }),
  'POST /keep/:subscription': offered(
    'subscription_update',
    onSubscription((visit, subscription, reply) => {
      const { context } = visit;
      context.store.transact(() => cancelDeferredSwitch(context, subscription));
      return toOverview(visit, reply);
    }),
  ),
  'GET /switch/:subscription': onSwitch((visit, subject, reply) =>
    sendHtml(reply, switchPage(visit, subject, null)),
  ),
  'GET /confirm/:subscription': onSwitch((visit, subject, reply, { query }) => {
    const form = new URLSearchParams(Object.entries(query).map(pair));
    return onChoice(visit, subject, reply, form, (choice) => {
      const { subscription } = subject;
      const { subscription_update: update } = visit.configuration.features;
      const consequence = isDeferred(visit.context, update, subscription, choice)
        ? { at: latestPeriodEnd(subscription) }
        : { billed: billedBySwitch(visit.context, update, subscription, choice) };
      return sendHtml(reply, confirmPage(visit, subject, { ...choice, consequence }));
    });
  }),
  'POST /confirm/:subscription': onSwitch((visit, subject, reply, { body }) =>
    onChoice(visit, subject, reply, new URLSearchParams(body), (choice) => {
      const { context, configuration } = visit;
      const { subscription_update: update } = configuration.features;
      const { subscription } = subject;
      context.store.transact(() =>
        isDeferred(context, update, subscription, choice)
          ? deferSwitch(context, subscription, choice)
          : switchPlan(context, update, subscription, choice),
      );
      const done = nextPageAfter(visit, ['subscription_update', 'subscription_update_confirm']);
      return reply.redirect(done, 303);
    }),
  ),
};

function cancel({ context, configuration }: Visit, before: Subscription, form: URLSearchParams): void {
  const { cancellation_reason: asked, mode } = configuration.features.subscription_cancel;
  const given = asked.enabled ? asked.options.find((reason) => reason === form.get('feedback')) : undefined;
  const feedback = given ?? null;
  const comment = asked.enabled ? form.get('comment') || null : null;
  const now = context.time.now(before.test_clock);
  const details = { comment, feedback, reason: 'cancellation_requested' } as const;
  context.store.transact(() => {
    // Cancelling the subscription also cancels a deferred switch.
    const subscription = cancelDeferredSwitch(context, before);
    if (mode === 'immediately') cancelSubscription(context, subscription, { now, details });
    else {
      const cancellation_details = { comment, feedback };
      updateSubscription(context, subscription, { ...atPeriodEnd(subscription), cancellation_details });
    }
  });
}

/** In flexible billing mode the portal sets the date, which then no longer follows the period. */
function atPeriodEnd(subscription: Subscription): SubscriptionChange {
  if (subscription.flexible === undefined) return { cancel_at_period_end: true };
  return { cancel_at: 'max_period_end' };
}

const pair = ([name, value]: [string, string | undefined]): [string, string] => [name, value ?? ''];

/** The flow's predefined choice, or else the one made on the page. */
function readChoice({ session }: Visit, item: SubscriptionItem, form: URLSearchParams): PlanChoice {
  const { flow } = session;
  const [chosen] = flow?.subscription_update_confirm?.items ?? [];
  if (chosen?.id === item.id) {
    return { price: chosen.price ?? item.price, quantity: chosen.quantity ?? item.quantity };
  }
  return {
    price: form.get('price') ?? '',
    quantity: form.has('quantity') ? Number(form.get('quantity')) : item.quantity,
  };
}

function unlessRejected(
  { context, path }: Visit,
  reply: FastifyReply,
  work: () => FastifyReply,
): FastifyReply {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const link = { href: path, label: 'Your subscription' };
    const page = { title: 'Your plan was not changed', text: error.message, link };
    return sendHtml(reply.code(error.status), plainPage(context, page));
  }
}

/** Requires switching to be enabled, a single item and no deferred switch. */
function onSwitch(
  act: (
    visit: Visit,
    subject: SwitchInput,
    reply: FastifyReply,
    request: Parameters<Action>[2],
  ) => FastifyReply,
): Action {
  return offered(
    'subscription_update',
    onSubscription((visit, subscription, reply, request) => {
      const item = switchableItem(subscription);
      const isOpen = item !== undefined && upcomingSwitch(visit.context, subscription) === undefined;
      return isOpen ? act(visit, { subscription, item }, reply, request) : toOverview(visit, reply);
    }),
  );
}

/** Acts on a choice that is allowed. */
function onChoice(
  visit: Visit,
  subject: SwitchInput,
  reply: FastifyReply,
  form: URLSearchParams,
  act: (choice: PlanChoice) => FastifyReply,
): FastifyReply {
  const choice = readChoice(visit, subject.item, form);
  const { subscription_update: update } = visit.configuration.features;
  const { currency } = subject.subscription;
  const problem = findProblem(visit.context, update, { ...subject.item, currency }, choice);
  if (problem !== null) return sendHtml(reply, switchPage(visit, subject, problem));
  return unlessRejected(visit, reply, () => act(choice));
}
