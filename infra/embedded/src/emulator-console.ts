import type { ConsoleHandle } from '@outharbor/console/console-server';
import type { Closing } from './closing.ts';
import { EMULATED } from './emulated-environment.ts';
import type { Emulators } from './emulators.ts';

/** Starts the console of the emulated services where a port is given for it. */
export async function startEmulatorConsole(
  port: number | undefined,
  siteUrl: string,
  { identity, database, stripe, scheduling }: Emulators,
  closing: Closing,
): Promise<ConsoleHandle | undefined> {
  if (port === undefined) return undefined;
  const { startConsole } = await import('@outharbor/console/console-server');
  const targets = {
    siteUrl,
    identityUrl: identity.url,
    databaseUrl: database.url,
    stripeControlUrl: stripe.controlUrl,
    schedulingControlUrl: scheduling.controlUrl,
    projectId: EMULATED.projectId,
    databaseNamespace: EMULATED.databaseNamespace,
  };
  return closing.add(startConsole({ port, targets }));
}
