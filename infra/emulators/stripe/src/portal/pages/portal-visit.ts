import { type Html, html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasEnded, type Subscription } from '../../billing/billing-entities.ts';
import type { Customer } from '../../customers/customer.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { Store } from '../../kinds/store/store.ts';
import { layout, plainPage } from '../../pages/layout.ts';
import { policyLeadingTo } from '../../pages/page-headers.ts';
import { sendHtml, sendNotFound, servePages } from '../../pages/send-page.ts';
import type { PortalConfiguration, PortalFlow, PortalSession } from '../portal-entities.ts';

export interface Visit {
  readonly context: Context;
  readonly session: PortalSession;
  readonly configuration: PortalConfiguration;
  readonly customer: Customer;
  /** Path of the overview, and prefix of the other pages. */
  readonly path: string;
}

interface PortalRequest {
  Params: { readonly secret: string; readonly subscription: string; readonly tax_id: string };
  Querystring: Readonly<Record<string, string | undefined>>;
  Body: string;
}

type Request = FastifyRequest<PortalRequest>;

export type Action = (visit: Visit, reply: FastifyReply, request: Request) => FastifyReply;

/** By method, and by path below the session's. */
export type Pages = Readonly<Record<string, Action>>;

export function servePortal(server: FastifyInstance, findContext: FindContext, pages: Pages): void {
  servePages<PortalRequest, Action>(server, '/p/session/:secret', pages, (act, request, reply) =>
    onVisit(findContext, reply, request, act),
  );
}

/** What the configuration may not offer; the overview instead. */
export function offered(feature: keyof PortalConfiguration['features'], act: Action): Action {
  return (visit, reply, request) =>
    visit.configuration.features[feature].enabled ? act(visit, reply, request) : toOverview(visit, reply);
}

const LIVES_FOR_SECONDS = 3600;

/** Shows a page to the holder of a session's secret, until the session expires. */
function onVisit(findContext: FindContext, reply: FastifyReply, request: Request, act: Action): FastifyReply {
  const { secret } = request.params;
  const context = findContext(request, secret);
  const { store, time, settings } = context;
  const session = sessionWith(store, secret);
  const customer = store.customers.get(session?.customer ?? '');
  if (session === undefined || customer === undefined || customer.hidden.deleted) {
    return sendNotFound(context, reply, 'There is no portal session at this address.');
  }
  if (session.created + LIVES_FOR_SECONDS <= time.now()) return sendExpired(context, reply, session);
  const configuration = requireFound(
    store.portalConfigurations.get(session.configuration),
    'portal configuration',
  );
  const path = `${settings.pagesPath}/p/session/${session.secret}`;
  const redirect = session.flow?.after_completion.redirect;
  // A form response may redirect to the site, which the policy must allow.
  if (redirect) reply.header('content-security-policy', policyLeadingTo(redirect.return_url));
  return act({ context, session, configuration, customer, path }, reply, request);
}

function sendExpired(context: Context, reply: FastifyReply, { return_url }: PortalSession): FastifyReply {
  const link = return_url === null ? undefined : { href: return_url, label: 'Back to the site' };
  const text = 'This portal session has expired. Please open it again from the site.';
  return sendHtml(reply, plainPage(context, { title: 'This page has expired', text, link }));
}

export function sessionWith({ portalSessions }: Store, secret: string): PortalSession | undefined {
  const [session] = portalSessions.where('secret', secret);
  return session;
}

/** Requires an active subscription of the visiting customer; otherwise redirects to the overview. */
export function onSubscription(
  act: (visit: Visit, subscription: Subscription, reply: FastifyReply, request: Request) => FastifyReply,
): Action {
  return (visit, reply, request) => {
    const subscription = visit.context.store.subscriptions.get(request.params.subscription);
    const isTheirs = subscription?.customer === visit.customer.id && !hasEnded(subscription);
    return isTheirs ? act(visit, subscription, reply, request) : toOverview(visit, reply);
  };
}

export function toOverview({ path }: Visit, reply: FastifyReply): FastifyReply {
  return reply.redirect(path, 303);
}

/** Where a page leads back to: to the site from a flow, otherwise to the overview. */
export function backAddress({ session, path }: Visit): string {
  return (session.flow && session.return_url) ?? path;
}

export function backLink(visit: Visit): Html {
  const label = backAddress(visit) === visit.path ? 'Your subscription' : 'Back to the site';
  return html`<p><a href="${backAddress(visit)}"><span aria-hidden="true">←</span> ${label}</a></p>`;
}

/** Where an action leads: on from its flow, or to the overview. */
export function nextPageAfter({ session, path }: Visit, done: readonly PortalFlow['type'][]): string {
  const { flow } = session;
  if (flow === null || !done.includes(flow.type)) return path;
  const { hosted_confirmation: confirmation, redirect } = flow.after_completion;
  return redirect?.return_url ?? (confirmation === null ? path : `${path}/done`);
}

export function flowStart({ session, path }: Visit): string {
  const { flow } = session;
  switch (flow?.type) {
    case 'customer_update':
      return `${path}/customer`;
    case 'payment_method_update':
      return `${path}/card`;
    case 'subscription_cancel':
      return `${path}/cancel/${flow.subscription_cancel?.subscription}`;
    case 'subscription_update':
      return `${path}/switch/${flow.subscription_update?.subscription}`;
    case 'subscription_update_confirm':
      return `${path}/confirm/${flow.subscription_update_confirm?.subscription}`;
    default:
      return path;
  }
}

export function donePage({ context, session, path }: Visit): string {
  const message = session.flow?.after_completion.hosted_confirmation?.custom_message ?? null;
  const body = html`<main class="plain">
<h1>Your changes are saved</h1>
${message !== null && html`<p>${message}</p>`}
<p class="actions">${session.return_url !== null && html`<a class="button" href="${session.return_url}">Back to the site</a>`}
<a class="button quiet" href="${path}">Your subscription</a></p>
</main>`;
  return layout(context, { title: 'Your changes are saved', body });
}
