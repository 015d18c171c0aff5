import { readFile } from 'node:fs/promises';
import type { PeopleSeed } from '@outharbor/console/people';
import type { Closable } from '@outharbor/emulator-kit/closing';
import { explain } from '@outharbor/emulator-kit/explain';
import { readJsonFile } from '@outharbor/emulator-kit/read-json-file';
import { prepareFile, replaceFile } from '@outharbor/emulator-kit/replace-file';
import type { McpOptions } from '../mcp/serve-mcp.ts';
import { DEFAULT_PROJECT } from '../services/start-services.ts';
import { type Emulators, startEmulators } from '../start-emulators.ts';
import { listAddresses } from './list-addresses.ts';
import { type Command, UsageError } from './options.ts';
import { type Plan, planStart } from './plan-start.ts';
import { sdkLines } from './sdk-lines.ts';

export interface Output {
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
  /** The version of the package. */
  readonly version: string;
}

const HUB_PORT = 4400;

/** Starts the emulators and watches the config file. Resolves when all of them respond, and `exec` runs its script. */
export async function runCommand(command: Command, output: Output): Promise<Closable> {
  const saved = command.text('save');
  const at = command.text('at');
  const mcp = { version: output.version, files: command.text('files') ?? '.' };
  if (command.isOn('mcp') && at !== undefined) {
    const consoleUrl = await runningConsole(at);
    await serveMcp({ ...mcp, consoleUrl, addresses: { console: { url: consoleUrl } } });
    return { close: async () => undefined };
  }
  if (saved !== undefined) await prepareFile(saved);
  const plan = await planStart(command, output.warn);
  const emulators = await start(command, plan, output);
  const { file, config } = plan;
  const { projectId = DEFAULT_PROJECT } = config;
  if (command.isOn('mcp'))
    await serveMcp({
      ...mcp,
      consoleUrl: emulators.console?.url ?? '',
      emulators,
      addresses: listAddresses(emulators),
    });
  else if (command.isOn('json')) output.print(JSON.stringify(listAddresses(emulators)));
  else if (command.script === undefined) {
    output.print(sdkLines(emulators, config));
    if (emulators.https)
      output.print((await import('./trust-lines.ts')).trustLines(emulators.https, projectId));
  }
  const watcher = file === undefined ? undefined : await follow(file, { emulators, plan, warn: output.warn });
  const close = async () => {
    watcher?.close();
    try {
      if (saved !== undefined) await replaceFile(saved, [JSON.stringify(await emulators.saveState())]);
    } finally {
      await emulators.close();
    }
  };
  if (command.script === undefined) return { close };
  const { runScript, scriptEnvironment } = await import('../exec/run-script.ts');
  const environment = scriptEnvironment(emulators, { projectId, hubUrl: emulators.hubUrl });
  return runScript(command.script, environment, { close, warn: output.warn });
}

/** Starts what the plan names, with what the options load, and the hub of firebase-tools where its project counts. */
async function start(command: Command, { services, config, host, project }: Plan, { warn, version }: Output) {
  const stateDir = command.text('state');
  const freePorts = command.isOn('free-ports');
  const [from, to] = [command.text('import'), command.text('export-on-exit')];
  const exports =
    from === undefined && to === undefined
      ? undefined
      : await (await import('../exec/export-folder.ts')).planExports(from, to);
  const emulators = await startEmulators({
    services,
    config,
    freePorts,
    ...(host !== undefined && { host }),
    ...(stateDir !== undefined && { stateDir, reset: command.isOn('reset') }),
    onWarning: warn,
  }).catch((error: NodeJS.ErrnoException) => {
    // EACCES: Windows reserves ports.
    if (error.syscall !== 'listen' || !/^(EADDRINUSE|EACCES)$/.test(error.code ?? '')) throw error;
    throw new Error(`${explain(error)}, in the config or with --free-ports`, { cause: error });
  });
  try {
    for (const [database, path] of project?.rulesFiles ?? [])
      emulators.database?.setRules(await readFile(path, 'utf8'), database);
    await fill(emulators, command, warn);
    await exports?.load(emulators);
    const [address, port] = [host ?? '127.0.0.1', project?.hubPort ?? (freePorts ? 0 : HUB_PORT)];
    const hub =
      project &&
      (await (await import('../exec/hub.ts')).startHub({ running: emulators, host: address, port, version }));
    const close = async () => {
      try {
        await exports?.write(emulators, version);
      } finally {
        await hub?.close();
        await emulators.close();
      }
    };
    return { ...emulators, hubUrl: hub?.url, close };
  } catch (error) {
    await emulators.close();
    throw error;
  }
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

/** Loads what the options name. */
async function fill(emulators: Emulators, command: Command, warn: Output['warn']): Promise<void> {
  const use = async <T>(name: 'load' | 'people', load: (content: T) => Promise<unknown>) => {
    const file = command.text(name);
    try {
      if (file !== undefined) await load((await readJsonFile(file)) as T);
    } catch (error) {
      throw unusable(String(file), error);
    }
  };
  // Standard output contains only the addresses, for programs that parse it.
  await use('load', async (content) => warn(await emulators.loadState(content)));
  await use('people', (content: PeopleSeed) => emulators.addPeople(content));
}

/** Standard output then belongs to the protocol. Ends with the program that asked for it. */
async function serveMcp(options: Omit<McpOptions, 'onEnd'>) {
  const mcp = await import('../mcp/serve-mcp.ts');
  // This is no signal: on Windows one would end the process before anything is saved.
  await mcp.serveMcp({ ...options, onEnd: () => void process.emit('SIGTERM') });
}

/** The origin of a console that answers. It guards itself: only pages and programs of this machine reach it. */
async function runningConsole(at: string): Promise<string> {
  const { hostname = '', origin = '' } = URL.parse(at) ?? {};
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new UsageError(`--at must be the address of a console on this machine, not ${at}`);
  await fetch(`${origin}/console/health`).catch((cause: unknown) => {
    throw new Error(`No console answers at ${origin}: ${explain(cause)}`, { cause });
  });
  return origin;
}

async function follow(
  file: string,
  { emulators, plan, warn }: { emulators: Emulators; plan: Plan; warn: Output['warn'] },
) {
  const { watchConfigFile } = await import('../config/config-file.ts');
  const reject = (error: Error) => warn(`${error.message}\nNothing was changed.`);
  return watchConfigFile(
    file,
    (config) => {
      emulators.apply(plan.complete(config)).then(({ needsRestart }) => {
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
