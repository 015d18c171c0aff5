import { pathToFileURL } from 'node:url';
import { run } from '@outharbor/emulator-kit/run';
import { startConsole } from './console-server.ts';
import { optionsFromEnvironment } from './environment.ts';
import { receiveApiLog } from './targets/receive-api-log.ts';

await run('console', async ({ environment, print }) => {
  const { seedFile, apiLogPort, ...options } = optionsFromEnvironment(environment);
  const ofProduct = seedFile === undefined ? {} : await import(pathToFileURL(seedFile).href);
  const { enrol, mailTexts, customerMarks } = ofProduct;
  const apiLog = apiLogPort === undefined ? undefined : await receiveApiLog(apiLogPort, options.host);
  const targets = { ...options.targets, mailTexts, customerMarks, apiRequests: apiLog?.requests };
  const running = await startConsole({ ...options, targets, enrol });
  print(`console listens on ${running.url}`);
  return {
    close: async () => {
      await running.close();
      await apiLog?.close();
    },
  };
});
