import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApiLog } from './api-log.ts';
import { API_ENTRY, ensureProductBuilt, STACK_ENTRY } from './builds.ts';
import { imageNodeOptions } from './image-node-options.ts';
import { readyMessage } from './messages.ts';
import { readStartOptions } from './options.ts';
import { runUntilStopped } from './until-stopped.ts';

type EmbeddedStackModule = typeof import('@outharbor/embedded/embedded-stack');

await runUntilStopped('npm start', async () => {
  const { dataDir, fresh, ...addresses } = readStartOptions(process.argv.slice(2), process.env);
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
  console.log(readyMessage(stack, log.file));
  return stack;
});
