import { Closing } from '@outharbor/embedded/closing';
import type { Connection } from './commands.ts';
import { HAS_FIREFOX, launchFirefox } from './firefox.ts';
import { HAS_WEBKIT, launchWebkit } from './webkit.ts';

export interface EngineOptions {
  /** A folder, which the browser finds as the one before has left it, and where it puts what it downloads. */
  readonly profile: string;
  /** host:port of the proxy that everything goes through. */
  readonly proxy: string;
  /** Whether pages may run scripts. */
  readonly script: boolean;
  readonly dark: boolean;
  /** Certificate of an authority that it trusts besides its own, as PEM; Firefox alone takes one. */
  readonly authority?: string;
  /** Of the window, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
}

export interface RunningEngine {
  readonly connection: Connection;
  /** What its pages have written to their consoles as errors. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** The engines besides Chromium, as Debian packages them. */
export const ENGINES = [
  { engine: 'Firefox', isInstalled: HAS_FIREFOX, start: startBy(launchFirefox) },
  { engine: 'WebKit', isInstalled: HAS_WEBKIT, start: startBy(launchWebkit) },
] as const;

/** `launch` hands over to `closing` what it starts on the way to a connection; all of it ends with the engine. */
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
