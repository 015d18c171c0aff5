import type { ChildProcess } from 'node:child_process';
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

/** Console errors of pages, excluding those of Firefox itself. */
const IS_ERROR = /^(console\.error: (?!RSLoader)|JavaScript error: http)/;

/** Starts a headless Firefox. */
export async function launchFirefox(
  { profile, proxy, script, dark, authority }: EngineOptions,
  closing: Closing,
  hear: (line: string) => void,
): Promise<Connection> {
  const [host, port] = proxy.split(':');
  await writePreferences(profile, {
    'marionette.port': 0,
    'javascript.enabled': script,
    // Both print console messages of pages to standard output.
    'devtools.console.stdout.content': true,
    'browser.dom.window.dump.enabled': true,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    // Prevents requests to Mozilla's settings server.
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
  // Left by an earlier run.
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

/** Adds a certificate like the certificate manager does; the alternative would be the NSS tools. */
async function trust(connection: MarionetteConnection, authority: string): Promise<void> {
  const base64 = authority.replace(/-----[^-]+-----|\s/g, '');
  await inFirefox(connection, TRUST_FOR_SERVERS, base64);
}

const VIOLATIONS = `
  return Services.console.getMessageArray().map(String).filter((line) => line.includes('Content-Security-Policy'));`;

/** Reads policy violations, which Firefox does not print to standard output. */
export async function policyViolations(connection: Connection): Promise<string[]> {
  if (!(connection instanceof MarionetteConnection))
    throw new Error('Policy violations can only be read from Firefox.');
  return (await inFirefox(connection, VIOLATIONS)) as string[];
}

/** Runs a function body with chrome privileges, which are enabled when an authority is given. */
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

/** Firefox writes the port to a file once it listens. */
async function connectTo(firefox: ChildProcess, profile: string) {
  const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8'));
  return connectToMarionette(firefox, port);
}
