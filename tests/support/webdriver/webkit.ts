import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { allOrNothing, type Closing } from '@outharbor/embedded/closing';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { vi } from 'vitest';
import { connectOverHttp } from './connection.ts';
import { RemotePage } from './remote-page.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const BROWSER = fileURLToPath(new URL('webkit-browser.py', import.meta.url));
export const DESKTOP = { width: 1280, height: 900 };

/**
 * Console errors of pages, except for a directive that WebKit does not support, and for sockets and responses
 * that it aborts when a page is left.
 */
const IS_ERROR =
  /CONSOLE( \w+)* ERROR (?!Unrecognized .* 'manifest-src'|.*(closed due to suspension|access control checks))/;

export interface WebkitOptions {
  /** Persistent, also used for downloads. */
  readonly profile: string;
  /** host:port, for all requests. */
  readonly proxy: string;
  readonly script?: boolean;
  readonly dark?: boolean;
  readonly size?: typeof DESKTOP;
}

/** Starts a WebKitGTK window on a virtual screen. Playwright, which drives Chromium, cannot drive it. */
export function startWebkit(options: WebkitOptions) {
  const { profile, proxy, script = true, dark = false, size = DESKTOP } = options;
  return allOrNothing(async (closing) => {
    const errors: string[] = [];
    const env = { ...process.env, DISPLAY: await startScreen(closing) };
    const port = await freePort('127.0.0.1');
    const driver = startProgram(closing, DRIVER, [`--port=${port}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
    });
    createInterface(driver.stderr as Readable).on('line', (line) => IS_ERROR.test(line) && errors.push(line));
    const origin = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(`${origin}/status`), { timeout: 30_000, interval: 50 });
    const args = [profile, proxy, String(script), String(dark)];
    const capabilities = { 'webkitgtk:browserOptions': { binary: BROWSER, args } };
    const connection = await closing.add(connectOverHttp(origin, capabilities));
    await connection.send('SetWindowRect', size);
    return { page: new RemotePage(connection), errors, close: () => closing.close() };
  });
}

/** Starts Xvfb and resolves with the display name that it chooses. */
async function startScreen(closing: Closing): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'];
  const screen = startProgram(closing, XVFB, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // Xvfb exits if this stream is closed.
  const lines = createInterface(screen.stdio[3] as Readable);
  const [number] = await once(lines, 'line', { signal: AbortSignal.timeout(30_000) });
  return `:${number}`;
}

function startProgram(closing: Closing, path: string, args: readonly string[], options: SpawnOptions) {
  const program = spawn(path, args, options);
  closing.add(Promise.resolve({ close: () => endProcess(program) }));
  return program;
}
