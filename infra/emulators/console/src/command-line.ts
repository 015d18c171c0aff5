import { pathToFileURL } from 'node:url';
import { run } from '@outharbor/emulator-kit/run';
import { startConsole } from './console-server.ts';
import { optionsFromEnvironment } from './environment.ts';

await run('console', async ({ environment, print }) => {
  const { seedFile, ...options } = optionsFromEnvironment(environment);
  const { seed, enrol } = seedFile === undefined ? {} : await import(pathToFileURL(seedFile).href);
  const running = await startConsole({ ...options, seed, enrol });
  print(`console listens on ${running.url}`);
  return running;
});
