import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Closing } from '@outharbor/embedded/closing';
import { freePort } from '@outharbor/embedded/free-port';
import { vi } from 'vitest';
import type { Connection } from './commands.ts';
import type { EngineOptions } from './engines.ts';
import { connectOverHttp } from './http-connection.ts';
import { startProgram } from './running-program.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';

export const HAS_WEBKIT = existsSync(DRIVER) && existsSync(SCREEN);

/** WebKitGTK's own small browser on a screen that nobody sees. It keeps nothing. */
export async function launchWebkit(
  { proxy, script, dark }: EngineOptions,
  closing: Closing,
): Promise<Connection> {
  const display = await startScreen(closing);
  const port = await freePort('127.0.0.1');
  const environment = { ...process.env, DISPLAY: display };
  const driver = startProgram(DRIVER, [`--port=${port}`], { stdio: 'ignore', env: environment });
  closing.add(Promise.resolve(driver));
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${origin}/status`), { timeout: 30_000, interval: 50 });
  const theme = dark ? ['--dark-mode'] : [];
  const args = ['--automation', `--enable-javascript=${script}`, ...theme];
  return connectOverHttp(origin, {
    proxy: { proxyType: 'manual', httpProxy: proxy, sslProxy: proxy },
    'webkitgtk:browserOptions': { args },
  });
}

/** Resolves with the name of the display, which the server chooses itself. */
async function startScreen(closing: Closing): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'];
  const screen = startProgram(SCREEN, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  closing.add(Promise.resolve(screen));
  // It ends where nobody reads any more what it writes there.
  const lines = createInterface(screen.process.stdio[3] as Readable);
  const [number] = await once(lines, 'line', { signal: AbortSignal.timeout(30_000) });
  return `:${number}`;
}
