import { readEnvironment } from '../../kit/src/environment.ts';
import { run } from '../../kit/src/run.ts';
import { startIdentityServer } from './identity-server.ts';

await run('official identity emulator', async ({ environment, print }) => {
  const options = readEnvironment(environment, ({ text, port }) => ({
    port: port('PORT') ?? 9099,
    host: text('HOST') ?? '127.0.0.1',
    projectId: text('FIREBASE_PROJECT_ID') ?? 'demo-outharbor',
    dataDir: text('DATA_DIR'),
    allowedHosts: text('ALLOWED_HOSTS')?.split(','),
  }));
  const server = await startIdentityServer(options);
  print(`official identity emulator of ${options.projectId} listens on ${server.url}`);
  return server;
});
