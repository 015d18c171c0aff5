import { createControlServer } from '@outharbor/emulator-kit/control-server';
import { addressOf, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { CONTROL_ROUTES, statusOf } from './control/control-routes.ts';
import type { Control } from './control/control-types.ts';
import { Namespaces } from './namespaces.ts';
import { type OpenAccount, openAccount } from './open-account.ts';
import type { SchedulingEmulatorOptions } from './options.ts';
import { readWidgetFiles } from './widget/widget-files.ts';

export { DEFAULT_API_TOKEN, type SchedulingEmulatorOptions, type WebhookEndpoint } from './options.ts';
export type { EventType } from './schedule/event-type.ts';
export type { BookingConfirmation, WidgetError } from './widget/widget-config.ts';
export type { ScheduledEvent } from './wire/format-event.ts';
export type { Invitee } from './wire/format-invitee.ts';

export interface SchedulingEmulator extends Control {
  readonly url: string;
  readonly controlUrl: string;
  /** The API token; those of namespaces are made of it. */
  readonly apiToken: string;
  /** The page that a site embeds; follows the public origin. */
  readonly eventTypeUrl: string;
  close(): Promise<void>;
}

/** Starts an emulator; throws when a port is taken or saved state cannot be read. Nothing stays open then. */
export async function startSchedulingEmulator(
  options: SchedulingEmulatorOptions = {},
): Promise<SchedulingEmulator> {
  const { host = '127.0.0.1', port = 0, controlPort = 0 } = options;
  const namespaces = new Namespaces(options);
  const own: OpenAccount = await openAccount(options, readWidgetFiles(), (request) =>
    namespaces.answerPublic(request, own),
  );
  const { context } = own;
  const control = createControlServer<Control>({
    defaultTarget: own.control,
    namespaces: {
      open: async (name) => (await namespaces.inNamespace(name, own)).control,
      remove: (name) => namespaces.remove(name),
      names: () => namespaces.names(),
    },
    routes: CONTROL_ROUTES,
    statusOf,
  });
  const close = async (): Promise<void> => {
    await Promise.all([own.close(), stopListening(control)]);
    await namespaces.close();
  };
  try {
    await own.app.listen({ host, port });
    const { url } = addressOf(own.app.server, host);
    context.addresses.apiUrl = options.apiUrl ?? url;
    const { url: controlUrl } = await listenOn(control, controlPort, host);
    context.outbox.start();
    return {
      ...own.control,
      url,
      controlUrl,
      apiToken: context.apiToken,
      get eventTypeUrl() {
        return context.addresses.eventTypeUrl;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
