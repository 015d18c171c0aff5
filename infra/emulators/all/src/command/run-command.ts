import { rm } from 'node:fs/promises';
import type { PeopleSeed } from '@outharbor/console/people';
import { explain } from '@outharbor/emulator-kit/explain';
import { readJsonFile } from '@outharbor/emulator-kit/read-json-file';
import { prepareFile, replaceFile } from '@outharbor/emulator-kit/replace-file';
import type { EmulatorsConfig } from '../config/config.ts';
import type { Https } from '../https/start-https.ts';
import { DEFAULT_PROJECT } from '../services/start-services.ts';
import { type Emulators, startEmulators } from '../start-emulators.ts';
import type { Command } from './options.ts';
import { sdkLines } from './sdk-lines.ts';

export interface Output {
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
  /** The version of the package. */
  readonly version: string;
}

const configFiles = () => import('../config/config-file.ts');

/** Starts the emulators and watches the config file. Resolves when all of them respond. */
export async function runCommand(
  command: Command,
  { print, warn, version }: Output,
): Promise<{ close(): Promise<void> }> {
  const [file, stateDir, host] = [command.text('config'), command.text('state'), command.text('host')];
  const [loaded, saved] = [command.text('load'), command.text('save')];
  if (saved !== undefined) await prepareFile(saved);
  if (stateDir !== undefined && command.isOn('reset'))
    await rm(stateDir, { recursive: true, force: true, maxRetries: 3 });
  const inFile = file === undefined ? {} : await (await configFiles()).readConfigFile(file);
  const config = withHttps(command, inFile);
  const emulators = await startEmulators({
    services: command.services,
    config,
    freePorts: command.isOn('free-ports'),
    ...(host !== undefined && { host }),
    ...(stateDir !== undefined && { stateDir }),
    onWarning: warn,
  }).catch((error: NodeJS.ErrnoException) => {
    // EACCES: Windows reserves ports.
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw new Error(`${explain(error)}, in the config or with --free-ports`, { cause: error });
  });
  const people = command.text('people');
  if (loaded !== undefined) await useFile(emulators, loaded, (content) => emulators.loadState(content));
  if (people !== undefined)
    await useFile(emulators, people, (content: PeopleSeed) => emulators.addPeople(content));
  if (command.isOn('mcp')) await serveMcp(emulators, config, version);
  else if (command.isOn('json')) print(JSON.stringify(listAddresses(emulators)));
  else {
    print(sdkLines(emulators, config));
    if (emulators.https) print(await trustLinesFor(emulators.https, config));
  }
  const watcher = file === undefined ? undefined : await follow(file, { emulators, command, warn });
  return {
    close: async () => {
      watcher?.close();
      if (saved !== undefined) await replaceFile(saved, [JSON.stringify(await emulators.saveState())]);
      await emulators.close();
    },
  };
}

/**
 * Creates the error for a file whose content cannot be used. A missing file is reported in the same words
 * everywhere.
 */
export function unusable(file: string, error: unknown): Error {
  const reason = explain(error);
  const message = reason.startsWith(file) ? reason : `${file} cannot be used: ${reason}`;
  return new Error(message, { cause: error });
}

async function useFile<T>(
  emulators: Emulators,
  file: string,
  use: (content: T) => Promise<unknown>,
): Promise<void> {
  try {
    await use((await readJsonFile(file)) as T);
  } catch (error) {
    await emulators.close();
    throw unusable(file, error);
  }
}

/** The switches are short forms of settings. */
function withHttps(command: Command, config: EmulatorsConfig): EmulatorsConfig {
  if (command.isOn('real-names')) return { ...config, https: { ...config.https, realNames: true } };
  return command.isOn('https') ? { ...config, https: config.https ?? {} } : config;
}

async function trustLinesFor(https: Https, { projectId = DEFAULT_PROJECT }: EmulatorsConfig) {
  return (await import('./trust-lines.ts')).trustLines(https, projectId);
}

/** Standard output then belongs to the protocol. Ends with the program that asked for it. */
async function serveMcp(
  emulators: Emulators,
  { projectId = DEFAULT_PROJECT }: EmulatorsConfig,
  version: string,
) {
  const mcp = await import('../mcp/serve-mcp.ts');
  // This is no signal: on Windows one would end the process before anything is saved.
  const onEnd = () => void process.emit('SIGTERM');
  await mcp.serveMcp(emulators, { projectId, addresses: listAddresses(emulators), version, onEnd });
}

async function follow(
  file: string,
  { emulators, command, warn }: { emulators: Emulators; command: Command; warn: Output['warn'] },
) {
  const { watchConfigFile } = await configFiles();
  const reject = (error: Error) => warn(`${error.message}\nNothing was changed.`);
  return watchConfigFile(
    file,
    (config) => {
      emulators.apply(withHttps(command, config)).then(({ needsRestart }) => {
        const rest = needsRestart
          ? ' Changes to other settings, such as ports and keys, apply at the next start.'
          : '';
        // Standard output contains only the addresses, for programs that parse it.
        warn(`${file} was reloaded.${rest}`);
      }, reject);
    },
    reject,
  );
}

function listAddresses({ stripe, identity, database, scheduling, console, https }: Emulators): object {
  return {
    ...(stripe && {
      stripe: { url: stripe.url, controlUrl: stripe.controlUrl, secretKey: stripe.secretKey },
    }),
    ...(identity && {
      identity: { url: identity.url, controlUrl: identity.controlUrl, projectId: identity.projectId },
    }),
    ...(database && { database: { url: database.url, controlUrl: database.controlUrl } }),
    ...(scheduling && {
      scheduling: {
        url: scheduling.url,
        controlUrl: scheduling.controlUrl,
        apiToken: scheduling.apiToken,
        eventTypeUrl: scheduling.eventTypeUrl,
      },
    }),
    ...(console && { console: { url: console.url } }),
    ...(https && { https }),
  };
}
