import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigningKeys } from '../../identity/src/tokens/signing-keys.ts';
import { createHttpServer, listenOn, stopListening } from '../../kit/src/listening.ts';
import { openAccountArchive } from './account-archive.ts';
import { type AccountKeeper, keepAccounts } from './account-keeper.ts';
import { accountTransfer } from './account-transfer.ts';
import { loadOfficialEmulator, type OfficialEmulator } from './official-emulator.ts';
import { guardPublicTraffic } from './public-guard.ts';
import { signingLayer } from './signing-layer.ts';

export interface IdentityServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly projectId: string;
  /** Where accounts and keys are kept between runs; without it they live in memory. */
  readonly dataDir?: string | undefined;
}

export interface IdentityServer {
  readonly url: string;
  /** Saves the accounts and ends. */
  close(): Promise<void>;
}

/** The official Auth emulator on a socket of this process alone, and before it the layer that signs its tokens. */
export async function startIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const [emulator, keys] = await Promise.all([
    loadOfficialEmulator(options.projectId),
    SigningKeys.open(options.dataDir),
  ]);
  emulator.reset();
  let keeper: AccountKeeper | undefined;
  const folder = await mkdtemp(join(tmpdir(), 'auth-emulator-'));
  const socketPath = join(folder, 'http.sock');
  const inner = createHttpServer(noteChanges(emulator.handle, () => keeper?.changed()));
  await new Promise<void>((resolve, reject) => inner.once('error', reject).listen(socketPath, resolve));
  const outer = createHttpServer(guardPublicTraffic(signingLayer(keys, socketPath)));
  const { url, port } = await listenOn(outer, options.port, options.host);
  keeper = await restoreAccounts(emulator, `http://127.0.0.1:${port}`, options);
  return {
    url,
    close: async () => {
      await keeper?.flush();
      for (const server of [outer, inner]) await stopListening(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
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
