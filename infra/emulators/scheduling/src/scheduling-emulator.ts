import { addressOf } from '@outharbor/emulator-kit/listening';
import { namespaceRoutes } from './control/namespace-routes.ts';
import { CONTROL_PATH, Namespaces } from './namespaces.ts';
import { type OpenAccount, openAccount } from './open-account.ts';
import type { SchedulingEmulatorOptions } from './options.ts';
import { readWidgetFiles } from './widget/widget-files.ts';

export { DEFAULT_API_TOKEN, type SchedulingEmulatorOptions, type WebhookEndpoint } from './options.ts';
export type { EventType } from './schedule/event-type.ts';
export type { BookingConfirmation, WidgetError } from './widget/widget-config.ts';
export type { ScheduledEvent } from './wire/format-event.ts';
export type { Invitee } from './wire/format-invitee.ts';

export interface SchedulingEmulator {
  readonly url: string;
  readonly controlUrl: string;
  /** By which the API is called; those of namespaces are made of it. */
  readonly apiToken: string;
  /** What the site embeds; follows a change of the public origin. */
  readonly eventTypeUrl: string;
  configure(options: { publicUrl: string }): void;
  /** Forgets bookings, deliveries, faults and moved time. */
  reset(): Promise<void>;
  /** Resolves when every webhook is delivered or given up and the state is on disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function startSchedulingEmulator(
  options: SchedulingEmulatorOptions = {},
): Promise<SchedulingEmulator> {
  const { host = '127.0.0.1', port = 0, controlPort = 0 } = options;
  const namespaces = new Namespaces(options);
  const own: OpenAccount = await openAccount(options, {
    widgetFiles: readWidgetFiles(),
    controlPath: CONTROL_PATH,
    divert: {
      app: (request) => namespaces.answerPublic(request, own),
      control: (request) => namespaces.answerControl(request, own),
    },
  });
  const { context, reset, settle } = own;
  await own.control.register((routes) => namespaceRoutes(routes, namespaces), {
    prefix: `${CONTROL_PATH}/ns`,
  });
  const close = async (): Promise<void> => {
    await own.close();
    await namespaces.close();
  };
  try {
    await own.app.listen({ host, port });
    const { url } = addressOf(own.app.server, host);
    context.addresses.apiUrl = options.apiUrl ?? url;
    await own.control.listen({ host, port: controlPort });
    const { url: controlUrl } = addressOf(own.control.server, host);
    context.outbox.start();
    return {
      url,
      controlUrl,
      apiToken: context.apiToken,
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
