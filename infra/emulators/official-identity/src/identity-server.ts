import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigningKeys } from '../../identity/src/tokens/signing-keys.ts';
import { createHttpServer, listenOn, stopListening } from '../../kit/src/listening.ts';
import { type PacedSaves, paceSaves } from '../../kit/src/paced-saves.ts';
import { inStateFolder } from '../../kit/src/state-folder.ts';
import { type AccountArchive, openAccountArchive } from './account-archive.ts';
import { type AccountTransfer, accountTransfer } from './account-transfer.ts';
import { loadOfficialEmulator, type OfficialEmulator } from './official-emulator.ts';
import { signingLayer } from './signing-layer.ts';
import { trafficGuard } from './traffic-guard.ts';

export interface IdentityServerOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host: string;
  readonly projectId: string;
  /** Directory for accounts and keys; without it they are kept in memory. */
  readonly dataDir?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
}

export interface IdentityServer {
  readonly url: string;
  /** Saves the accounts and closes. */
  close(): Promise<void>;
}

/** Starts the official Auth emulator on a private socket, with the layer that signs its tokens in front. */
export function startIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  return inStateFolder(options.dataDir, () => start(options));
}

async function start(options: IdentityServerOptions): Promise<IdentityServer> {
  const [emulator, keys] = await Promise.all([
    loadOfficialEmulator(options.projectId),
    SigningKeys.open(options.dataDir),
  ]);
  emulator.reset();
  let saver: PacedSaves | undefined;
  const folder = await mkdtemp(join(tmpdir(), 'auth-emulator-'));
  const socketPath = join(folder, 'http.sock');
  const inner = createHttpServer(noteChanges(emulator.handle, () => saver?.changed()));
  await new Promise<void>((resolve, reject) => inner.once('error', reject).listen(socketPath, resolve));
  const outer = createHttpServer(
    signingLayer({ keys, guard: trafficGuard(options.allowedHosts), socketPath }),
  );
  const { url, port } = await listenOn(outer, options.port, options.host);
  saver = await restoreAccounts(emulator, `http://127.0.0.1:${port}`, options);
  return {
    url,
    close: async () => {
      await saver?.flush();
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
): Promise<PacedSaves | undefined> {
  if (dataDir === undefined) return undefined;
  const archive = openAccountArchive(dataDir);
  const transfer = accountTransfer(url, projectId);
  const accounts = await archive.read();
  await transfer.upload(accounts);
  for (const { localId, validSince } of accounts) {
    if (validSince !== undefined) emulator.setValidSince(localId, validSince);
  }
  return createAccountSaver(transfer, archive, (error) => process.emitWarning(String(error)));
}

/** All accounts are saved each time, so with many of them a save is followed by a pause. */
const PACE = { delayMs: 300, pause: 4 };

function createAccountSaver(
  transfer: AccountTransfer,
  archive: AccountArchive,
  onFailure: (error: Error) => void,
): PacedSaves {
  let dirty = false;
  const saves = paceSaves(
    async () => {
      if (!dirty) return;
      dirty = false;
      try {
        await archive.write(await transfer.download());
      } catch (error) {
        dirty = true;
        throw error;
      }
    },
    { ...PACE, onFailure },
  );
  return {
    ...saves,
    changed: () => {
      dirty = true;
      saves.changed();
    },
  };
}
