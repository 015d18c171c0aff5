import { createServer, type RequestListener } from 'node:http';
import { openAccountArchive } from './account-archive.ts';
import { type AccountKeeper, keepAccounts } from './account-keeper.ts';
import { accountTransfer } from './account-transfer.ts';
import { closeServer, listen } from './listen.ts';
import { loadOfficialEmulator, type OfficialEmulator } from './official-emulator.ts';
import { guardPublicTraffic } from './public-guard.ts';

export interface IdentityServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly projectId: string;
  /** Where accounts are kept between runs; without it they live in memory. */
  readonly dataDir?: string | undefined;
}

export interface IdentityServer {
  readonly port: number;
  reset(): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The Auth emulator in this process. It holds some 150 MB, so that embedders give it a process of its own. */
export async function startIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const emulator = await loadOfficialEmulator(options.projectId);
  emulator.reset();
  let keeper: AccountKeeper | undefined;
  let closed: Promise<void> | undefined;
  const server = createServer(guardPublicTraffic(noteChanges(emulator.handle, () => keeper?.changed())));
  const port = await listen(server, options);
  keeper = await restoreAccounts(emulator, `http://${options.host}:${port}`, options);
  return {
    port,
    reset: async () => {
      emulator.reset();
      keeper?.changed();
      await keeper?.flush();
    },
    settle: async () => keeper?.flush(),
    close: () => {
      closed ??= shutDown();
      return closed;
    },
  };

  async function shutDown(): Promise<void> {
    await keeper?.flush();
    await closeServer(server);
  }
}

function noteChanges(handle: RequestListener, changed: () => void): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET') response.once('finish', changed);
    handle(request, response);
  };
}

async function restoreAccounts(
  emulator: OfficialEmulator,
  url: string,
  { dataDir, projectId }: IdentityServerOptions,
): Promise<AccountKeeper | undefined> {
  if (dataDir === undefined) return undefined;
  const archive = openAccountArchive(dataDir);
  const transfer = accountTransfer(url, projectId);
  const accounts = await archive.read();
  await transfer.upload(accounts);
  for (const { localId, validSince } of accounts) {
    if (validSince !== undefined) emulator.setValidSince(localId, validSince);
  }
  return keepAccounts(transfer, archive, (error) => process.emitWarning(String(error)));
}
