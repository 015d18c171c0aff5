import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Closing } from '@outharbor/embedded/closing';
import { vi } from 'vitest';
import type { Connection } from './commands.ts';
import type { EngineOptions } from './engines.ts';
import { connectToMarionette, MarionetteConnection } from './marionette-connection.ts';
import { startProgram } from './running-program.ts';

const BINARY = '/usr/bin/firefox-esr';

export const HAS_FIREFOX = existsSync(BINARY);

/** What a page's console would show in red, of the site's pages and not of Firefox itself. */
const IS_ERROR = /^(console\.error: (?!RSLoader)|JavaScript error: http)/;

/** A Firefox without a window. */
export async function launchFirefox(
  { profile, proxy, script, dark, authority }: EngineOptions,
  closing: Closing,
  hear: (line: string) => void,
): Promise<Connection> {
  const [host, port] = proxy.split(':');
  await writePreferences(profile, {
    'marionette.port': 0,
    'javascript.enabled': script,
    // Both write to the standard output what pages write to their consoles.
    'devtools.console.stdout.content': true,
    'browser.dom.window.dump.enabled': true,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    // What Firefox would ask its maker for.
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'browser.download.folderList': 2,
    'browser.download.dir': profile,
    // The panel would take the focus.
    'browser.download.alwaysOpenPanel': false,
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
  if (authority !== undefined) args.push('--remote-allow-system-access');
  // A port that an earlier run has left there.
  await rm(join(profile, 'MarionetteActivePort'), { force: true });
  const firefox = startProgram(BINARY, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  closing.add(Promise.resolve(firefox));
  for (const output of [firefox.process.stdout, firefox.process.stderr]) {
    createInterface(output as Readable).on('line', (line) => IS_ERROR.test(line) && hear(line));
  }
  const connection = await vi.waitFor(() => connectTo(firefox.process, profile), {
    timeout: 60_000,
    interval: 50,
  });
  if (authority !== undefined) await trust(connection, authority);
  return connection;
}

const TRUST_FOR_SERVERS = `
  const certificates = Cc['@mozilla.org/security/x509certdb;1'].getService(Ci.nsIX509CertDB);
  certificates.addCertFromBase64(arguments[0], 'C,,');`;

/** As its certificate manager does; there is no other way in without a program of NSS. */
async function trust(connection: MarionetteConnection, authority: string): Promise<void> {
  const base64 = authority.replace(/-----[^-]+-----|\s/g, '');
  await inFirefox(connection, TRUST_FOR_SERVERS, base64);
}

const VIOLATIONS = `
  return Services.console.getMessageArray().map(String).filter((line) => line.includes('Content-Security-Policy'));`;

/** What its pages wanted to do against their policies; its standard output does not have it. */
export async function policyViolations(connection: Connection): Promise<string[]> {
  if (!(connection instanceof MarionetteConnection))
    throw new Error('Only Firefox has a console of its own.');
  return (await inFirefox(connection, VIOLATIONS)) as string[];
}

/** Runs the body of a function with the rights of Firefox itself, which one that trusts an authority allows. */
async function inFirefox(connection: MarionetteConnection, script: string, ...args: readonly unknown[]) {
  await connection.send('Marionette:SetContext', { value: 'chrome' });
  try {
    return await connection.send('ExecuteScript', { script, args });
  } finally {
    await connection.send('Marionette:SetContext', { value: 'content' });
  }
}

function writePreferences(profile: string, preferences: Readonly<Record<string, unknown>>): Promise<void> {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return writeFile(join(profile, 'user.js'), lines.join(''));
}

/** Firefox writes down the port once it listens. */
async function connectTo(firefox: ChildProcess, profile: string) {
  const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8'));
  return connectToMarionette(firefox, port);
}
