import { Closing } from '@outharbor/embedded/closing';
import type { Connection } from './commands.ts';
import { launchFirefox } from './firefox.ts';
import { launchWebkit } from './webkit.ts';

export interface EngineOptions {
  /** Persistent, also used for downloads. */
  readonly profile: string;
  /** host:port, for all requests. */
  readonly proxy: string;
  readonly script: boolean;
  readonly dark: boolean;
  /** PEM, of an additional trusted authority; Firefox only. */
  readonly authority?: string;
  readonly size: { readonly width: number; readonly height: number };
}

export interface RunningEngine {
  readonly connection: Connection;
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export const ENGINES = [
  { engine: 'Firefox', need: 'firefox', start: startBy(launchFirefox) },
  { engine: 'WebKit', need: 'webkit', start: startBy(launchWebkit) },
] as const;

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
