import { readCommandLineOptions } from './command-line-options.ts';
import { startConsole } from './console-server.ts';

try {
  const running = await startConsole(readCommandLineOptions(process.env));
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
