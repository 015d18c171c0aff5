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
  /** The API token, from which namespace tokens are derived. */
  readonly apiToken: string;
  /** The page that a site embeds, on the current public origin. */
  readonly eventTypeUrl: string;
  close(): Promise<void>;
}

/** Starts an emulator. Throws, leaving nothing open, if a port is in use or saved state cannot be read. */
export async function startSchedulingEmulator(
  options: SchedulingEmulatorOptions = {},
): Promise<SchedulingEmulator> {
  const { host = '127.0.0.1', port = 0, controlPort = 0 } = options;
  const namespaces = new Namespaces(options);
  const defaultAccount: OpenAccount = await openAccount(options, readWidgetFiles(), (request) =>
    namespaces.publicHandler(request, defaultAccount),
  );
  const { context } = defaultAccount;
  const control = createControlServer<Control>({
    defaultTarget: defaultAccount.control,
    namespaces: {
      open: async (name) => (await namespaces.inNamespace(name, defaultAccount)).control,
      remove: (name) => namespaces.remove(name),
      names: () => namespaces.names(),
    },
    routes: CONTROL_ROUTES,
    statusOf,
  });
  const close = async (): Promise<void> => {
    await Promise.all([defaultAccount.close(), stopListening(control)]);
    await namespaces.close();
  };
  try {
    await defaultAccount.app.listen({ host, port });
    const { url } = addressOf(defaultAccount.app.server, host);
    context.addresses.apiUrl = options.apiUrl ?? url;
    const { url: controlUrl } = await listenOn(control, controlPort, host);
    context.outbox.start();
    return {
      ...defaultAccount.control,
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
