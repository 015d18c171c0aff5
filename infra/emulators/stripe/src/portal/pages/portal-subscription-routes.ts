import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Subscription, SubscriptionItem } from '../../billing/billing-entities.ts';
import { latestPeriodEnd } from '../../billing/changes/change-periods.ts';
import type { SubscriptionChange } from '../../billing/changes/subscription-change.ts';
import { updateSubscription } from '../../billing/changes/update-subscription.ts';
import { cancelSubscription } from '../../billing/subscriptions/cancel-subscription.ts';
import { ApiError } from '../../description/api-error.ts';
import type { FindContext } from '../../kinds/part.ts';
import { plainPage } from '../../pages/layout.ts';
import { sendHtml } from '../../pages/send-page.ts';
import { cancelDeferredSwitch, deferSwitch, isDeferred, upcomingSwitch } from '../defer-switch.ts';
import { billedBySwitch, findProblem, type PlanChoice, switchableItem, switchPlan } from '../switch-plan.ts';
import { cancelPage } from './portal-cancel-page.ts';
import { confirmPage, switchPage } from './portal-switch-page.ts';
import { nextPageAfter, onSubscription, type PortalRequest, toOverview, type Visit } from './portal-visit.ts';

export function subscriptionRoutes(server: FastifyInstance, findContext: FindContext): void {
  cancelRoutes(server, findContext);
  switchRoutes(server, findContext);
}

function cancelRoutes(server: FastifyInstance, findContext: FindContext): void {
  server.get<PortalRequest>('/p/session/:secret/cancel/:subscription', ({ params }, reply) =>
    onSubscription(findContext, reply, params, (visit, subscription) =>
      visit.configuration.features.subscription_cancel.enabled
        ? sendHtml(reply, cancelPage(visit, subscription))
        : toOverview(visit, reply),
    ),
  );
  server.post<PortalRequest>('/p/session/:secret/cancel/:subscription', ({ params, body }, reply) =>
    onSubscription(findContext, reply, params, (visit, subscription) => {
      if (!visit.configuration.features.subscription_cancel.enabled) return toOverview(visit, reply);
      cancel(visit, subscription, new URLSearchParams(body));
      return reply.redirect(nextPageAfter(visit, ['subscription_cancel']), 303);
    }),
  );
  server.post<PortalRequest>('/p/session/:secret/resume/:subscription', ({ params }, reply) =>
    onSubscription(findContext, reply, params, (visit, subscription) => {
      const { context } = visit;
      context.store.transact(() =>
        updateSubscription(context, subscription, { cancel_at_period_end: false }),
      );
      return toOverview(visit, reply);
    }),
  );
  server.post<PortalRequest>('/p/session/:secret/keep/:subscription', ({ params }, reply) =>
    onSubscription(findContext, reply, params, (visit, subscription) => {
      const { context, configuration } = visit;
      if (configuration.features.subscription_update.enabled) {
        context.store.transact(() => cancelDeferredSwitch(context, subscription));
      }
      return toOverview(visit, reply);
    }),
  );
}

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

function switchRoutes(server: FastifyInstance, findContext: FindContext): void {
  server.get<PortalRequest>('/p/session/:secret/switch/:subscription', ({ params }, reply) =>
    onSwitch(findContext, reply, params, (visit, subscription, item) =>
      sendHtml(reply, switchPage(visit, { subscription, item }, null)),
    ),
  );
  server.get<PortalRequest>('/p/session/:secret/confirm/:subscription', ({ params, query }, reply) =>
    onSwitch(findContext, reply, params, (visit, subscription, item) => {
      const choice = readChoice(visit, item, new URLSearchParams(Object.entries(query).map(pair)));
      const { subscription_update: update } = visit.configuration.features;
      const problem = findProblem(visit.context, update, item, choice);
      if (problem !== null) return sendHtml(reply, switchPage(visit, { subscription, item }, problem));
      return unlessRejected(visit, reply, () => {
        const consequence = isDeferred(visit.context, update, subscription, choice)
          ? { at: latestPeriodEnd(subscription) }
          : { billed: billedBySwitch(visit.context, update, subscription, choice) };
        return sendHtml(reply, confirmPage(visit, { subscription, item }, { ...choice, consequence }));
      });
    }),
  );
  server.post<PortalRequest>('/p/session/:secret/confirm/:subscription', ({ params, body }, reply) =>
    onSwitch(findContext, reply, params, (visit, subscription, item) => {
      const choice = readChoice(visit, item, new URLSearchParams(body));
      const problem = findProblem(
        visit.context,
        visit.configuration.features.subscription_update,
        item,
        choice,
      );
      if (problem !== null) return sendHtml(reply, switchPage(visit, { subscription, item }, problem));
      return unlessRejected(visit, reply, () => {
        const { context, configuration } = visit;
        const { subscription_update: update } = configuration.features;
        context.store.transact(() =>
          isDeferred(context, update, subscription, choice)
            ? deferSwitch(context, subscription, choice)
            : switchPlan(context, update, subscription, choice),
        );
        const done = nextPageAfter(visit, ['subscription_update', 'subscription_update_confirm']);
        return reply.redirect(done, 303);
      });
    }),
  );
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
  findContext: FindContext,
  reply: FastifyReply,
  params: PortalRequest['Params'],
  act: (visit: Visit, subscription: Subscription, item: SubscriptionItem) => FastifyReply,
): FastifyReply {
  return onSubscription(findContext, reply, params, (visit, subscription) => {
    const item = switchableItem(subscription);
    const { enabled } = visit.configuration.features.subscription_update;
    const isOpen = enabled && upcomingSwitch(visit.context, subscription) === undefined;
    return isOpen && item !== undefined ? act(visit, subscription, item) : toOverview(visit, reply);
  });
}
