import { anyObject, instant, integer, list, text } from '@outharbor/emulator-kit/json-reader';
import { type PageGuard, pageGuard } from '@outharbor/emulator-kit/page-guard';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import {
  asSavedFault,
  requireObjects,
  type SavedState,
  STATE_VERSION,
  savedContent,
} from '@outharbor/emulator-kit/saved-state';
import type { FastifyInstance } from 'fastify';
import { addressesOf, type Origins } from './addresses.ts';
import type { Booking } from './bookings/booking.ts';
import { bookingLedger } from './bookings/booking-ledger.ts';
import { buildServer, type Divert } from './build-server.ts';
import { controlScheduling } from './control/operations.ts';
import type { EmulatorContext } from './emulator-context.ts';
import { openFaultSwitches } from './faults/fault-switches.ts';
import { oauthGrants } from './oauth/oauth-grants.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { DEFAULT_API_TOKEN, DEFAULT_PAGES_PATH, type SchedulingEmulatorOptions } from './options.ts';
import { addEmbedRoutes } from './pages/asset-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { permissionDenied } from './rest/rest-error.ts';
import { restRoutes } from './rest/rest-routes.ts';
import { type EventType, INTRO_CALL } from './schedule/event-type.ts';
import { openDesk } from './scheduling-desk.ts';
import { Clock } from './state/clock.ts';
import { openStore, type SavedAccount } from './state/emulator-store.ts';
import { WEBHOOK_EVENTS } from './webhooks/delivery.ts';
import { WebhookOutbox } from './webhooks/webhook-outbox.ts';
import { type WidgetFiles, widgetAddresses } from './widget/widget-files.ts';

const SERVICE = 'scheduling';
/** As at Calendly (developer.calendly.com/api-docs/overview/webhooks/webhook-timeouts). */
const READ_TIMEOUT_MS = 15_000;
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 60_000, 300_000];

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

/** `divert` selects the requests on the public port that are for another account. */
export async function openAccount(
  options: SchedulingEmulatorOptions,
  widgetFiles: WidgetFiles,
  { divert, requests }: { readonly divert?: Divert; readonly requests?: RequestLog } = {},
) {
  const { context, store } = buildContext(options, widgetFiles);
  await store.load();
  const app = buildServer(divert, requests);
  rejectUnknownHosts(app, context.guard);
  await app.register((pages) => pageRoutes(pages, context), { prefix: context.pagesPath });
  if (context.pagesPath !== '') addEmbedRoutes(app, widgetFiles);
  await app.register((oauth) => oauthRoutes(oauth, context));
  await app.register((rest) => restRoutes(rest, context));
  const control = controlScheduling(context, {
    reset: () => store.reset(),
    saveState: async () => ({ service: SERVICE, version: STATE_VERSION, content: { ...store.snapshot() } }),
    checkState: async (saved) => void (await checkSaved(saved)),
    loadState: async (saved) => {
      await store.replace(await checkSaved(saved));
      context.outbox.wake();
    },
    settle: async () => {
      await context.outbox.settle();
      await store.save();
    },
  });
  const close = async (): Promise<void> => {
    await app.close();
    await context.outbox.close();
    await store.save();
  };
  return { context, app, control, close };
}

async function checkSaved(saved: SavedState): Promise<SavedAccount> {
  const content = savedContent<SavedAccount>(saved, SERVICE);
  const { bookings, deliveries, subscriptions, links, faults, clockOffsetMs } = content;
  await asSavedFault(SERVICE, () => {
    integer(0)(clockOffsetMs, 'clockOffsetMs');
    list(text)(links, 'links');
    requireObjects(bookings, 'bookings', BOOKING_TEXTS);
    requireObjects(subscriptions, 'subscriptions', ['id', 'url']);
    requireObjects(deliveries, 'deliveries', ['id', 'subscriptionId', 'url', 'event', 'body', 'state']);
    for (const { start, end, createdAt } of bookings)
      for (const each of [start, end, createdAt]) instant(each, 'a time of a booking');
    for (const { body, createdAt, attempts } of deliveries) {
      anyObject(JSON.parse(body), 'the body of a delivery');
      instant(createdAt, 'the time of a delivery');
      requireObjects(attempts, 'attempts', ['at']);
    }
    openFaultSwitches().load(faults);
  });
  return content;
}

const BOOKING_TEXTS = ['eventId', 'inviteeId', 'requestId', 'start', 'end', 'name', 'email', 'status'];

/** The front door's mark is exempt: its requests have the rights of visitors only. */
function rejectUnknownHosts(app: FastifyInstance, guard: PageGuard): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const rejection = headers['x-emulator-public'] === undefined ? guard.rejectHost(headers) : undefined;
    if (rejection !== undefined) return reply.code(403).send(permissionDenied(rejection).body);
  });
}

function buildContext(options: SchedulingEmulatorOptions, widgetFiles: WidgetFiles) {
  const { eventType = INTRO_CALL, pagesPath = DEFAULT_PAGES_PATH } = options;
  const clock = new Clock(options.now);
  const ledger = bookingLedger(eventType, clock.now);
  const faults = openFaultSwitches();
  const origins: Origins = { publicUrl: options.publicUrl, apiUrl: '' };
  const save = (): Promise<void> => store.save();
  const outbox = new WebhookOutbox({
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    timeoutMs: READ_TIMEOUT_MS,
    onChange: save,
  });
  const configured = (options.webhookEndpoints ?? []).map(({ url, signingKey, events }, index) => ({
    id: `configured-${index + 1}`,
    url,
    signingKey,
    events: events ?? WEBHOOK_EVENTS,
    createdAt: clock.now().toISOString(),
  }));
  const store = openStore({ dataDir: options.dataDir, configured, clock, ledger, outbox, faults });
  const apiToken = options.apiToken ?? DEFAULT_API_TOKEN;
  const types: EmulatorContext[] = [];
  const shared = {
    pagesPath,
    widgetFiles,
    widgetAddresses: widgetAddresses(widgetFiles, pagesPath),
    apiToken,
    oauth: oauthGrants(apiToken, clock.now),
    guard: pageGuard({
      allowedHosts: options.allowedHosts,
      serviceHosts: /^(?:[\w-]+\.)?calendly\.com$/,
      publicUrls: () => [origins.publicUrl, origins.apiUrl],
    }),
    clock,
    ledger,
    outbox,
    faults,
    save,
    types,
    of: (booking: Booking) => types.find((each) => each.eventType.slug === booking.eventType) ?? context,
  };
  const open = (of: EventType, index: number): EmulatorContext => {
    const own = { eventType: of, addresses: addressesOf(origins, pagesPath, of, index) };
    if (types.some((each) => each.eventType.slug === of.slug))
      throw new Error(`two event types have the slug ${of.slug}`);
    const opened = {
      ...shared,
      ...own,
      desk: openDesk({ eventType: of, clock, ledger, outbox, of: shared.of, save }),
      widgetApiPath: index === 0 ? '/api' : `/api/${of.slug}`,
    };
    types.push(opened);
    return opened;
  };
  const context = open(eventType, 0);
  for (const [index, further] of (options.eventTypes ?? []).entries())
    open({ ...further, account: eventType.account, host: eventType.host }, index + 1);
  return { store, context };
}
