import { pathToFileURL } from 'node:url';
import { readCommandLineOptions } from './command-line-options.ts';
import { startConsole } from './console-server.ts';

try {
  const { seedFile, ...options } = readCommandLineOptions(process.env);
  const { seed } = seedFile === undefined ? {} : await import(pathToFileURL(seedFile).href);
  const running = await startConsole({ ...options, seed });
  console.log(`Console on ${running.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      running.close().then(
        () => process.exit(0),
        (error: Error) => fail(error),
      );
    });
  }
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
