import { Closing } from '@outharbor/embedded/closing';
import type { Connection } from './commands.ts';
import type { EngineOptions } from './engine-options.ts';
import { launchWebkit } from './webkit.ts';

export interface RunningEngine {
  readonly connection: Connection;
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** Chromium is driven by Playwright, which cannot drive Debian's other browsers. */
export const ENGINES = [{ engine: 'WebKit', need: 'webkit', start: startBy(launchWebkit) }] as const;

function startBy(
  launch: (options: EngineOptions, closing: Closing, hear: (line: string) => void) => Promise<Connection>,
) {
  return async (options: EngineOptions): Promise<RunningEngine> => {
    const closing = new Closing();
    const errors: string[] = [];
    try {
      const connection = await launch(options, closing, (line) => errors.push(line));
      closing.add(Promise.resolve(connection));
      await connection.send('SetWindowRect', options.size);
      return { connection, errors, close: () => closing.close() };
    } catch (error) {
      await closing.close();
      throw error;
    }
  };
}
