import type { PeopleSeed } from '@outharbor/console/people';
import { allOrNothing, type Closing } from '@outharbor/emulator-kit/closing';
import { controlClient } from '@outharbor/emulator-kit/control-client';
import type { Controlled } from '@outharbor/emulator-kit/control-operations';
import type { StateFile } from '@outharbor/emulator-kit/state-file';
import { openStateFolder } from '@outharbor/emulator-kit/state-folder';
import type { EmulatorsConfig } from './config/config.ts';
import type { Https } from './https/start-https.ts';
import { applyConfig, configStructure } from './services/apply-config.ts';
import { type Running, SERVICES, type Service } from './services/services.ts';
import { DEFAULT_PROJECT, startServices } from './services/start-services.ts';

export type { EmulatorsConfig } from './config/config.ts';
export type { Service } from './services/services.ts';

export interface EmulatorsOptions {
  /** Defaults to all. The console shows those that run. */
  readonly services?: readonly Service[];
  readonly config?: EmulatorsConfig;
  readonly host?: string;
  /** Uses free ports unless the config sets one, so that several can run at once. Defaults to true. */
  readonly freePorts?: boolean;
  /** Folder that keeps the state between runs; without it, state is only in memory. */
  readonly stateDir?: string;
  /** Empties that folder first. */
  readonly reset?: boolean;
  readonly onWarning?: (message: string) => void;
}

export interface Emulators extends Running {
  /** Undefined unless the config sets `https`. */
  readonly https: Https | undefined;
  /** Adds objects and sets rules, webhooks and faults. Other changes need a restart. */
  apply(config: EmulatorsConfig): Promise<{ readonly needsRestart: boolean }>;
  /** Restores the state described by the config. */
  reset(): Promise<void>;
  /** Resolves with everything that the emulators hold, with clocks and faults, to be written to a file. */
  saveState(): Promise<StateFile>;
  /**
   * Replaces what the emulators hold with a saved state, and resolves with a sentence about it. Throws a RangeError for
   * anything else, and changes nothing then.
   */
  loadState(file: unknown): Promise<string>;
  /** Adds people, each in the named situation. Throws a RangeError that lists every fault of the list. */
  addPeople(list: PeopleSeed): Promise<string>;
  close(): Promise<void>;
}

type Defined<Name extends Service> = { readonly [Key in Name]: NonNullable<Running[Key]> };
/** What starts is defined: all services, or those of a list that is written out. */
type Started<Services extends readonly Service[] | undefined> = Services extends readonly Service[]
  ? number extends Services['length']
    ? Emulators
    : Emulators & Defined<Services[number]>
  : Emulators & Defined<Service>;

/** The requests to the services are known to their control ports. */
function logsOf(running: Running) {
  const client = controlClient<Controlled>({}, () => ({}));
  const controlled = Object.entries(running).flatMap(([name, service]) =>
    service !== undefined && 'controlUrl' in service && service.controlUrl !== undefined
      ? [[name, client.connectControl(service.controlUrl)] as const]
      : [],
  );
  return Object.fromEntries(controlled);
}

const stateFiles = () => import('@outharbor/emulator-kit/state-file');

/** Starts emulators in this process. If one fails to start, the others are closed. */
export async function startEmulators<const Services extends readonly Service[] | undefined = undefined>(
  options: EmulatorsOptions & { readonly services?: Services } = {},
): Promise<Started<Services>> {
  return (await allOrNothing((closing) => start(options, closing))) as Started<Services>;
}

async function start(options: EmulatorsOptions, closing: Closing): Promise<Emulators> {
  const { services = SERVICES, host = '127.0.0.1', freePorts = true, stateDir, reset = false } = options;
  const { onWarning = (message) => process.emitWarning(message) } = options;
  let config = options.config ?? {};
  const projectId = () => config.projectId ?? DEFAULT_PROJECT;
  if (stateDir !== undefined) await closing.add(openStateFolder(stateDir, { fresh: reset }));
  const running = await startServices(
    { services: new Set(services), config, host, freePorts, stateDir, onWarning },
    closing,
  );
  await applyConfig(running, config);
  // Loaded on demand, as the emulators are.
  const https =
    config.https &&
    (await (
      await import('./https/start-https.ts')
    ).startHttps({ running, config, host, freePorts }, closing));
  return {
    ...running,
    https,
    apply: async (changed) => {
      const needsRestart = configStructure(changed) !== configStructure(config);
      config = changed;
      await applyConfig(running, config);
      return { needsRestart };
    },
    reset: async () => {
      const { stripe, scheduling, database, identity } = running;
      // Services that write to others are reset first.
      for (const each of [stripe, scheduling, database, identity]) await each?.reset();
      await applyConfig(running, config);
    },
    saveState: async () => (await stateFiles()).saveState(running, projectId()),
    loadState: async (file) =>
      (await stateFiles()).loadState(running, file, { projectId: projectId(), logs: logsOf(running) }),
    addPeople: async (list) => {
      const { addPeopleTo } = await import('@outharbor/console/people');
      return addPeopleTo(running, projectId(), list);
    },
    close: () => closing.close(),
  };
}
