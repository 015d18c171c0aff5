import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApiLog } from './api-log.ts';
import { API_ENTRY, ensureProductBuilt, STACK_ENTRY } from './builds.ts';
import { explain } from './explain-start-failure.ts';
import { imageNodeOptions } from './image-node-options.ts';
import { readyMessage } from './messages.ts';
import { readStartOptions } from './options.ts';
import { stopSignal, untilStopped } from './until-stopped.ts';
import { withoutExperimentalWarnings } from './without-experimental-warnings.ts';

type EmbeddedStackModule = typeof import('@outharbor/embedded/embedded-stack');

async function main(): Promise<void> {
  const { dataDir, fresh, ...addresses } = readStartOptions(process.argv.slice(2), process.env);
  withoutExperimentalWarnings();
  const stopping = stopSignal();

  for (const part of await ensureProductBuilt()) console.log(`Built ${part}.`);
  const { startEmbeddedStack }: EmbeddedStackModule = await import(pathToFileURL(STACK_ENTRY).href);
  const log = openApiLog(join(dataDir, 'api.log'));
  const stack = await startEmbeddedStack({
    ...addresses,
    dataDir: join(dataDir, 'state'),
    fresh,
    apiEntry: API_ENTRY,
    apiEnvironment: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${imageNodeOptions()}`.trim() },
    onApiOutput: log.write,
  });
  const startedAt = Number(process.env.STARTED_AT ?? performance.timeOrigin);
  console.log(readyMessage(stack, { seconds: (Date.now() - startedAt) / 1000, logFile: log.file }));
  await untilStopped(stopping);
  console.log('Stopping …');
  await stack.close();
}

// Prints one clear line instead of a stack trace.
try {
  await main();
  process.exitCode = 0;
} catch (error) {
  console.error(`npm start: ${explain(error)}`);
  process.exitCode = 1;
}
