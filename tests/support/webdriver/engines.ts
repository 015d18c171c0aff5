import type { Connection } from './commands.ts';
import { HAS_FIREFOX, startFirefox } from './firefox.ts';
import { HAS_WEBKIT, startWebkit } from './webkit.ts';

export interface EngineOptions {
  /** host:port of the proxy that everything goes through. */
  readonly proxy: string;
  /** Whether pages may run scripts. */
  readonly script: boolean;
  readonly dark: boolean;
  /** Of the window, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
}

export interface RunningEngine {
  readonly connection: Connection;
  close(): Promise<void>;
}

/** The engines besides Chromium, as Debian packages them. */
export const ENGINES = [
  { engine: 'Firefox', isInstalled: HAS_FIREFOX, start: startFirefox },
  { engine: 'WebKit', isInstalled: HAS_WEBKIT, start: startWebkit },
] as const;
