import { html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance } from 'fastify';
import type { Booking } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { parseEmbedQuery, readSearch } from '../widget/embed-query.ts';
import { eventTypePage } from './event-type-page.ts';
import { layout } from './layout.ts';

const HTML = 'text/html; charset=utf-8';
const fault = { config: { faultTarget: 'page' } } as const;

export function addProfileRoute(app: FastifyInstance, context: EmulatorContext): void {
  app.get(`/${context.eventType.account}`, fault, async (request, reply) =>
    reply.type(HTML).send(profilePage(context, readSearch(request))),
  );
}

export function addEventTypeRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { eventType } = context;

  app.get<{ Params: { start?: string } }>(
    `/${eventType.account}/${eventType.slug}/:start?`,
    fault,
    async (request, reply) =>
      reply
        .type(HTML)
        .send(schedulerPage(readSearch(request), undefined, context, { start: request.params.start })),
  );

  app.get<{ Params: { link: string } }>(`/d/:link/${eventType.slug}`, fault, async (request, reply) => {
    const { link } = request.params;
    if (!context.ledger.isOpenLink(link)) return reply.callNotFound();
    return reply.type(HTML).send(schedulerPage(readSearch(request), undefined, context, { link }));
  });
}

/** Renders the event type page; with a former booking, the page reschedules it. With a start, it begins with the form; with a link, it books once. */
export function schedulerPage(
  search: URLSearchParams,
  former: Booking | undefined,
  context: EmulatorContext,
  { start = null, link = null }: { start?: string | null | undefined; link?: string | null } = {},
): string {
  const { eventType, pagesPath, widgetApiPath, widgetAddresses, clock } = context;
  const query = parseEmbedQuery(search);
  const config = {
    embedType: query.embedType,
    embedDomain: query.embedDomain,
    availableTimesUrl: `${pagesPath}${widgetApiPath}/available-times`,
    bookingsUrl: `${pagesPath}${widgetApiPath}/bookings`,
    now: clock.now().toISOString(),
    horizonDays: eventType.horizonDays,
    durationMinutes: eventType.durationMinutes,
    start,
    link,
    prefill: query.prefill,
    tracking: former?.tracking ?? query.tracking,
    reschedules: former?.inviteeId ?? null,
  };
  return eventTypePage({ eventType, query, config, assets: widgetAddresses, former });
}

/** The event type link keeps the frame's query. */
function profilePage({ types, widgetAddresses: assets }: EmulatorContext, search: URLSearchParams): string {
  const query = parseEmbedQuery(search);
  const { name = '' } = types[0]?.eventType.host ?? {};
  const items = types.map(
    ({ eventType, pagesPath }) =>
      html`<li><a href="${`${pagesPath}/${eventType.account}/${eventType.slug}?${search}`}">${eventType.name}</a><br>${eventType.durationMinutes} min</li>`,
  );
  const welcome = html`<p>Welcome. Choose what you would like to book.</p>`;
  const embed = JSON.stringify({ embedType: query.embedType, embedDomain: query.embedDomain });
  const body = html`<main class="card plain" id="profile" data-config="${embed}">
<h1>${name}</h1>
${query.hideLandingPageDetails ? null : welcome}
<ul class="links">${items}</ul>
</main>`;
  return layout({ title: name, assets, colors: query.colors, body, frame: query });
}
