import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Closing } from '@outharbor/embedded/closing';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { vi } from 'vitest';
import type { Connection } from './commands.ts';
import type { EngineOptions } from './engine-options.ts';
import { connectOverHttp } from './http-connection.ts';
import { startProgram } from './running-program.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const BROWSER = fileURLToPath(new URL('webkit-browser.py', import.meta.url));

/**
 * Console errors of pages, except for a directive that WebKit does not support, and for sockets and responses
 * that it aborts when a page is left.
 */
const IS_ERROR =
  /CONSOLE( \w+)* ERROR (?!Unrecognized .* 'manifest-src'|.*(closed due to suspension|access control checks))/;

/** Starts a WebKitGTK window on a virtual screen. */
export async function launchWebkit(
  { profile, proxy, script, dark }: EngineOptions,
  closing: Closing,
  hear: (line: string) => void,
): Promise<Connection> {
  const display = await startScreen(closing);
  const port = await freePort('127.0.0.1');
  const environment = { ...process.env, DISPLAY: display };
  const driver = startProgram(DRIVER, [`--port=${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment,
  });
  closing.add(Promise.resolve(driver));
  createInterface(driver.process.stderr as Readable).on('line', (line) => IS_ERROR.test(line) && hear(line));
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${origin}/status`), { timeout: 30_000, interval: 50 });
  const args = [profile, proxy, String(script), String(dark)];
  return connectOverHttp(origin, { 'webkitgtk:browserOptions': { binary: BROWSER, args } });
}

/** Starts Xvfb and resolves with the display name that it chooses. */
async function startScreen(closing: Closing): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'];
  const screen = startProgram(XVFB, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  closing.add(Promise.resolve(screen));
  // Xvfb exits if this stream is closed.
  const lines = createInterface(screen.process.stdio[3] as Readable);
  const [number] = await once(lines, 'line', { signal: AbortSignal.timeout(30_000) });
  return `:${number}`;
}
