import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigningKeys } from '../../identity/src/tokens/signing-keys.ts';
import { createHttpServer, listenOn, stopListening } from '../../kit/src/listening.ts';
import type { PacedSaves } from '../../kit/src/paced-saves.ts';
import { inStateFolder } from '../../kit/src/state-folder.ts';
import { keepAccounts } from './accounts-on-disk.ts';
import { loadOfficialEmulator } from './official-emulator.ts';
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

/** Starts the official Auth emulator on a private socket, with the layer that signs its tokens in front. */
export function startIdentityServer(options: IdentityServerOptions) {
  return inStateFolder(options.dataDir, () => start(options));
}

async function start(options: IdentityServerOptions) {
  const [emulator, keys] = await Promise.all([
    loadOfficialEmulator(options.projectId),
    openSigningKeys(options.dataDir),
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
  const { dataDir, projectId } = options;
  if (dataDir !== undefined)
    saver = await keepAccounts(emulator, { url: `http://127.0.0.1:${port}`, projectId, dataDir });
  return {
    url,
    /** Saves the accounts and closes. */
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
