import type { ConsoleHandle, targetAddresses as TargetAddresses } from '@outharbor/console';
import { SITE_PATHS } from '@outharbor/contract/paths';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import type { Closing } from './closing.ts';
import { EMULATED } from './emulated-environment.ts';
import { customerMarks, enrol, mailTexts } from './product/demo-accounts.ts';
import type { ServerLog } from './server-log.ts';

interface EmulatorConsoleOptions {
  readonly port: number | undefined;
  readonly siteUrl: string;
  readonly apiRequests: RequestLog | undefined;
  readonly apiLog: ServerLog;
}

/** Starts the console of the emulated services if a port is given. */
export async function startEmulatorConsole(
  { port, siteUrl, apiRequests, apiLog }: EmulatorConsoleOptions,
  emulators: Parameters<typeof TargetAddresses>[0],
  closing: Closing,
): Promise<ConsoleHandle | undefined> {
  if (port === undefined) return undefined;
  const { startConsole, targetAddresses } = await import('@outharbor/console');
  const targets = {
    ...targetAddresses(emulators, EMULATED.projectId),
    siteUrl,
    apiRequests,
    apiLog,
    mailTexts,
    customerMarks,
    actionUrl: `${siteUrl}${SITE_PATHS.accountAction}`,
  };
  return closing.add(startConsole({ port, targets, enrol }));
}
