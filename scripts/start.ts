import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiLog } from './api-log.ts';
import { lockDataFolder } from './data-folder.ts';
import { explain } from './explain-start-failure.ts';
import { readyMessage } from './ready-message.ts';
import { ensureSiteBuilt } from './site-build.ts';
import { readStartOptions } from './start-options.ts';
import { ROOT } from './step.ts';

const DATA = join(ROOT, '.data');

async function main(): Promise<void> {
  const { port, host, fresh } = readStartOptions(process.argv.slice(2), process.env);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

  const unlock = await lockDataFolder(DATA);
  try {
    if (fresh) await rm(join(DATA, 'state'), { recursive: true, force: true });
    if ((await ensureSiteBuilt()) === 'built') console.log('Built the site.');
    const { startEmbeddedStack } = await import('@outharbor/embedded/embedded-stack');
    const log = openApiLog(join(DATA, 'api.log'));
    const stack = await startEmbeddedStack({
      port,
      host,
      dataDir: join(DATA, 'state'),
      onApiOutput: log.write,
    });
    const startedAt = Number(process.env.STARTED_AT ?? performance.timeOrigin);
    console.log(readyMessage(stack, { seconds: (Date.now() - startedAt) / 1000, logFile: log.file }));
    if (!stopping.signal.aborted)
      await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
    console.log('Stopping …');
    await stack.close();
  } finally {
    await unlock();
  }
}

// A second signal must not cut the orderly end short, and what failed must be one clear line.
try {
  await main();
  process.exitCode = 0;
} catch (error) {
  console.error(`npm start: ${explain(error)}`);
  process.exitCode = 1;
}
