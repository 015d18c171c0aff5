import { Addresses } from './addresses.ts';
import { BookingLedger } from './bookings/booking-ledger.ts';
import { controlRoutes } from './control/control-routes.ts';
import type { EmulatorContext } from './emulator-context.ts';
import { FaultSwitches } from './faults/fault-switches.ts';
import { buildServer, listen } from './listen.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { restRoutes } from './rest/rest-routes.ts';
import { type EventType, INTRO_CALL } from './schedule/event-type.ts';
import { SchedulingDesk } from './scheduling-desk.ts';
import { Clock } from './state/clock.ts';
import { EmulatorStore } from './state/emulator-store.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhooks/delivery.ts';
import { WebhookOutbox } from './webhooks/webhook-outbox.ts';
import { readWidgetFiles, widgetAddresses } from './widget/widget-files.ts';

export type { EventType } from './schedule/event-type.ts';
export type { BookingConfirmation, WidgetError } from './widget/widget-config.ts';
export type { ScheduledEvent } from './wire/format-event.ts';
export type { Invitee } from './wire/format-invitee.ts';

export interface SchedulingEmulatorOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly controlPort?: number;
  readonly host?: string;
  /** Where the public API is reached, for the addresses in its answers; the emulator's own where it is left out. */
  readonly apiUrl?: string;
  /** Origin that visitors use; the emulator's own where it is left out. */
  readonly publicUrl?: string;
  readonly pagesPath?: string;
  /** Folder for the state; without it the state is gone with the process. */
  readonly dataDir?: string;
  readonly apiToken?: string;
  readonly webhookEndpoints?: readonly WebhookEndpoint[];
  /** Waits between attempts of a webhook delivery. */
  readonly retryDelaysMs?: readonly number[];
  /** What can be booked; an introductory call when left out. */
  readonly eventType?: EventType;
  readonly now?: () => Date;
}

export interface WebhookEndpoint {
  readonly url: string;
  readonly signingKey: string;
  readonly events?: readonly WebhookEvent[];
}

export interface SchedulingEmulator {
  readonly url: string;
  readonly controlUrl: string;
  /** What the site embeds; follows a change of the public origin. */
  readonly eventTypeUrl: string;
  configure(options: { publicUrl: string }): void;
  /** Forgets bookings, deliveries, faults and moved time. */
  reset(): Promise<void>;
  /** Resolves when every webhook is delivered or given up and the state is on disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 60_000, 300_000];
export const DEFAULT_API_TOKEN = 'emulated-token';

export async function startSchedulingEmulator(
  options: SchedulingEmulatorOptions = {},
): Promise<SchedulingEmulator> {
  const { host = '127.0.0.1', port = 0, controlPort = 0 } = options;
  const { context, store } = buildContext(options);
  await store.load();

  const settle = async (): Promise<void> => {
    await context.outbox.settle();
    await store.save();
  };
  const reset = (): Promise<void> => store.reset();

  const app = buildServer();
  await app.register((pages) => pageRoutes(pages, context), { prefix: context.pagesPath });
  await app.register((rest) => restRoutes(rest, context));
  const control = buildServer();
  await control.register((routes) => controlRoutes(routes, { context, actions: { reset, settle } }), {
    prefix: '/_emulator',
  });

  const close = async (): Promise<void> => {
    await Promise.all([app.close(), control.close()]);
    await context.outbox.close();
    await store.save();
  };
  try {
    const url = await listen(app, host, port);
    context.addresses.apiUrl = options.apiUrl ?? url;
    const controlUrl = await listen(control, host, controlPort);
    context.outbox.start();
    return {
      url,
      controlUrl,
      get eventTypeUrl() {
        return context.addresses.eventTypeUrl;
      },
      configure: ({ publicUrl }) => {
        context.addresses.publicUrl = publicUrl;
      },
      reset,
      settle,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function buildContext(options: SchedulingEmulatorOptions): {
  context: EmulatorContext;
  store: EmulatorStore;
} {
  const { eventType = INTRO_CALL, pagesPath = '/emulated/scheduling' } = options;
  const clock = new Clock(options.now);
  const ledger = new BookingLedger(eventType, clock.now);
  const faults = new FaultSwitches();
  const addresses = new Addresses({ eventType, pagesPath, publicUrl: options.publicUrl });
  const save = (): Promise<void> => store.save();
  const outbox = new WebhookOutbox({
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    timeoutMs: 10_000,
    onChange: save,
  });
  const configured = (options.webhookEndpoints ?? []).map(({ url, signingKey, events }, index) => ({
    id: `configured-${index + 1}`,
    url,
    signingKey,
    events: events ?? WEBHOOK_EVENTS,
    createdAt: clock.now().toISOString(),
  }));
  const store = new EmulatorStore({ dataDir: options.dataDir, configured, clock, ledger, outbox, faults });
  const desk = new SchedulingDesk({ eventType, clock, ledger, outbox, addresses, save });
  const widgetFiles = readWidgetFiles();
  const apiToken = options.apiToken ?? DEFAULT_API_TOKEN;
  return {
    store,
    context: {
      eventType,
      pagesPath,
      widgetFiles,
      widgetAddresses: widgetAddresses(widgetFiles, pagesPath),
      apiToken,
      clock,
      addresses,
      ledger,
      outbox,
      desk,
      faults,
      save,
    },
  };
}
