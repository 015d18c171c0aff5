import { createControlServer, health } from '@outharbor/emulator-kit/control-server';
import { listenOn, readAddress, stopListening } from '@outharbor/emulator-kit/listening';
import { RequestLog } from '@outharbor/emulator-kit/request-log';
import { inStateFolder } from '@outharbor/emulator-kit/state-folder';
import { Accounts } from './accounts.ts';
import { BookingError } from './bookings/booking.ts';
import { type Control, OPERATIONS } from './control/control-types.ts';
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
  readonly apiToken: string;
  /** The page that a site embeds, on the current public origin. */
  readonly eventTypeUrl: string;
  close(): Promise<void>;
}

/** Starts an emulator. Throws, leaving nothing open, if a port is in use or saved state cannot be read. */
export function startSchedulingEmulator(
  options: SchedulingEmulatorOptions = {},
): Promise<SchedulingEmulator> {
  return inStateFolder(options.dataDir, () => start(options));
}

async function start(options: SchedulingEmulatorOptions): Promise<SchedulingEmulator> {
  const { host = '127.0.0.1', port = 0, controlPort = 0 } = options;
  const accounts = new Accounts(options, () => defaultAccount);
  const requests = new RequestLog();
  const defaultAccount: OpenAccount = await openAccount(options, readWidgetFiles(), {
    divert: (request) => accounts.publicHandler(request, defaultAccount),
    requests,
  });
  const { context } = defaultAccount;
  const control = createControlServer<Control>({
    defaultTarget: defaultAccount.control,
    namespaces: {
      open: async (name) => (await accounts.open(name)).control,
      remove: accounts.remove,
      names: accounts.names,
    },
    operations: OPERATIONS,
    requests,
    allowedHosts: options.allowedHosts,
    routes: { 'GET health': async (account) => health({ now: (await account.clock()).now }) },
    errorStatus: (error) => (error instanceof BookingError ? error.status : undefined),
  });
  const close = async (): Promise<void> => {
    await Promise.all([defaultAccount.close(), stopListening(control)]);
    await accounts.close();
  };
  try {
    await defaultAccount.app.listen({ host, port });
    const { url } = readAddress(defaultAccount.app.server, host);
    context.addresses.origins.apiUrl = options.apiUrl ?? url;
    const { url: controlUrl } = await listenOn(control, controlPort, host);
    context.outbox.wake();
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
