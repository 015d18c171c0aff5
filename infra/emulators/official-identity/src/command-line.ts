import { startIdentityServer } from './identity-server.ts';

/** Environment: HOST, PORT, FIREBASE_PROJECT_ID, DATA_DIR (optional). */
async function main(): Promise<void> {
  const { HOST = '127.0.0.1', PORT = '9099', FIREBASE_PROJECT_ID = 'demo-outharbor', DATA_DIR } = process.env;
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT is not a port number: ${PORT}`);
  const server = await startIdentityServer({
    port,
    host: HOST,
    projectId: FIREBASE_PROJECT_ID,
    dataDir: DATA_DIR,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => server.close().then(() => process.exit(0), fail));
  }
  console.log(`Auth emulator for ${FIREBASE_PROJECT_ID} at http://${HOST}:${server.port}`);
}

function fail(error: unknown): never {
  console.error(`identity: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

main().catch(fail);
