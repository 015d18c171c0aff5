import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closing } from '@outharbor/embedded/closing';
import { vi } from 'vitest';
import type { Connection } from './commands.ts';
import type { EngineOptions } from './engines.ts';
import { connectToMarionette } from './marionette-connection.ts';
import { startProgram } from './running-program.ts';

const BINARY = '/usr/bin/firefox-esr';

export const HAS_FIREFOX = existsSync(BINARY);

/** A Firefox without a window, with a profile of its own that goes with it. */
export async function launchFirefox(
  { proxy, script, dark }: EngineOptions,
  closing: Closing,
): Promise<Connection> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  closing.add(Promise.resolve({ close: () => rm(profile, { recursive: true, force: true }) }));
  const [host, port] = proxy.split(':');
  await writePreferences(profile, {
    'marionette.port': 0,
    'javascript.enabled': script,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    // What Firefox would ask its maker for.
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'network.proxy.type': 1,
    'network.proxy.allow_hijacking_localhost': true,
    ...Object.fromEntries(
      ['http', 'ssl'].flatMap((scheme) => [
        [`network.proxy.${scheme}`, host],
        [`network.proxy.${scheme}_port`, Number(port)],
      ]),
    ),
  });
  const args = ['--marionette', '--headless', '--no-remote', '--profile', profile];
  closing.add(Promise.resolve(startProgram(BINARY, args, { stdio: 'ignore' })));
  return vi.waitFor(() => connectTo(profile), { timeout: 60_000, interval: 50 });
}

function writePreferences(profile: string, preferences: Readonly<Record<string, unknown>>): Promise<void> {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return writeFile(join(profile, 'user.js'), lines.join(''));
}

/** Firefox writes down the port once it listens. */
async function connectTo(profile: string) {
  const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8'));
  return connectToMarionette(port);
}
