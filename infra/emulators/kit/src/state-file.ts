import type { WithHealth } from './control-client.ts';
import type { Controlled } from './control-operations.ts';
import { record } from './json-reader.ts';
import { type LoggedRequest, readRequests } from './request-log.ts';
import { requireStateVersion, type SavedState, STATE_VERSION } from './saved-state.ts';

const FORMAT = 'emulators-state';
/** Services that write to others come last, so that what they send meets the loaded state. */
const ORDER = ['identity', 'database', 'scheduling', 'stripe'] as const;

type ServiceName = (typeof ORDER)[number];
type States = { readonly [Name in ServiceName]?: SavedState };

/** Everything that the emulators hold, with their clocks and faults, in one file. */
export interface StateFile {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly savedAt: string;
  /** The project that the default database is named after; absent in older files. */
  readonly projectId?: string;
  /** How much of each is in it; it also holds secrets and password hashes. */
  readonly holds: Readonly<Record<string, number>>;
  readonly services: States;
  /** The last requests to each service, if they were to be saved. */
  readonly requests?: Readonly<Record<string, readonly LoggedRequest[]>>;
}

/** Called during a long action with what is being done, and how much of it is. */
export type OnProgress = (what: string, done: number, of: number) => void;

interface Loading {
  readonly projectId: string;
  /** What the sentence begins with. */
  readonly what?: string;
  readonly onProgress?: OnProgress;
  /** Where the requests of the file go, if it has any. */
  readonly logs?: RequestLogs;
}

type Saving = Pick<Controlled, 'saveState' | 'checkState' | 'loadState'>;
/** Logs of requests, by what they were made to. */
export type RequestLogs = Readonly<Record<string, Pick<WithHealth, 'saveRequests' | 'loadRequests'>>>;
export type SavingServices = { readonly [Name in ServiceName]?: Saving | undefined };

/** With the last requests of the given logs. */
export async function saveState(
  services: SavingServices,
  projectId: string,
  logs: RequestLogs = {},
): Promise<StateFile> {
  const saved = await saveEach(services);
  const requests: Record<string, readonly LoggedRequest[]> = {};
  for (const [name, log] of Object.entries(logs)) requests[name] = await log.saveRequests();
  return {
    format: FORMAT,
    version: STATE_VERSION,
    savedAt: new Date().toISOString(),
    projectId,
    holds: formatContents(saved),
    services: saved,
    ...(Object.keys(requests).length > 0 && { requests }),
  };
}

async function saveEach(services: SavingServices): Promise<States> {
  const saved: { [Name in ServiceName]?: SavedState } = {};
  for (const name of ORDER) {
    const state = await services[name]?.saveState();
    if (state !== undefined) saved[name] = state;
  }
  return saved;
}

/**
 * Replaces what the services hold, and resolves with a sentence about it. Every service checks its part before the first
 * is changed, and if one still fails, all get back what they held. Throws a RangeError for what cannot be loaded.
 */
export async function loadState(
  services: SavingServices,
  file: unknown,
  { projectId, what: title = 'The file was loaded', onProgress, logs = {} }: Loading,
): Promise<string> {
  const checked = checkStateFile(file);
  const { states, mapped } = inProject(checked, projectId);
  const { requests: saved = {} } = checked;
  const each = async (what: string, run: (service: Saving, saved: SavedState) => Promise<void>) => {
    for (const [index, name] of ORDER.entries()) {
      onProgress?.(`${what} ${name}`, index, ORDER.length);
      const [service, saved] = [services[name], states[name]];
      if (service !== undefined && saved !== undefined) await run(service, saved);
    }
  };
  await each('Checking', (service, saved) => service.checkState(saved));
  const before = await saveEach(services);
  try {
    await each('Loading', (service, saved) => service.loadState(saved));
    for (const [name, requests] of Object.entries(saved)) await logs[name]?.loadRequests(requests);
  } catch (error) {
    for (const name of ORDER) {
      const held = before[name];
      if (held !== undefined) await services[name]?.loadState(held);
    }
    throw error;
  }
  const untouched = ORDER.filter((name) => services[name] !== undefined && states[name] === undefined);
  const absent = ORDER.filter((name) => services[name] === undefined && states[name] !== undefined);
  return [
    `${title}: ${describeDifference(formatContents(before), formatContents(states))}.`,
    mapped === null ? '' : `Its project ${mapped} is ${projectId} here.`,
    untouched.length === 0 ? '' : `Not in the file, and as before: ${untouched.join(', ')}.`,
    Object.keys(saved).length === 0
      ? ''
      : `The requests are those of the file: ${Object.values(saved).flat().length}.`,
    absent.length === 0 ? '' : `In the file, but not running: ${absent.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Of how much of what it was and is. */
export function describeDifference(before: StateFile['holds'], after: StateFile['holds']): string {
  const parts = Object.entries(after).map(([name, count]) => {
    const was = before[name] ?? 0;
    return count === 0 && was === 0 ? '' : `${count} ${name}${was === count ? '' : ` (${was} before)`}`;
  });
  return parts.filter(Boolean).join(', ') || 'it is empty';
}

function checkStateFile(file: unknown): StateFile {
  const { format, version, services, projectId, requests = {} } = (file ?? {}) as Partial<StateFile>;
  const isNamed = projectId === undefined || typeof projectId === 'string';
  if (format !== FORMAT || typeof services !== 'object' || services === null || !isNamed)
    throw new RangeError('This is no file of saved state.');
  requireStateVersion(version);
  for (const [name, saved] of Object.entries(services)) {
    if (!ORDER.some((known) => known === name)) throw new RangeError(`There is no emulator ${name}.`);
    if (saved?.service !== name)
      throw new RangeError(`The file has the state of ${saved?.service} for ${name}.`);
  }
  record(readRequests)(requests, 'requests');
  return file as StateFile;
}

const DEFAULT_DATABASE = '-default-rtdb';

/** A product reads the database that is named after its project, so that another project's takes its name. */
function inProject({ services, ...file }: StateFile, projectId: string) {
  const databases = services.database?.content.databases;
  if (services.database === undefined || typeof databases !== 'object' || databases === null)
    return { states: services, mapped: null };
  const defaults = Object.keys(databases).filter((name) => name.endsWith(DEFAULT_DATABASE));
  const projects = defaults.map((name) => name.slice(0, -DEFAULT_DATABASE.length));
  const [from = projectId, ...others] = file.projectId === undefined ? projects : [file.projectId];
  if (from === projectId || projects.includes(projectId)) return { states: services, mapped: null };
  if (others.length > 0) {
    throw new RangeError(
      `The file has the databases of ${projects.join(', ')}, and none of ${projectId}. Say in its "projectId" which of them is to become ${projectId}.`,
    );
  }
  const renamed = Object.entries(databases).map(([name, value]) => {
    return [name === from + DEFAULT_DATABASE ? projectId + DEFAULT_DATABASE : name, value];
  });
  const content = { ...services.database.content, databases: Object.fromEntries(renamed) };
  return { states: { ...services, database: { ...services.database, content } }, mapped: from };
}

function formatContents({ stripe, identity, database, scheduling }: States): Record<string, number> {
  const lists = (stripe?.content.test ?? {}) as Readonly<Record<string, readonly unknown[]>>;
  const entries = (identity?.content.entries ?? []) as readonly (readonly [kind: string])[];
  const bookings = (scheduling?.content.bookings ?? []) as readonly unknown[];
  const databases = (database?.content.databases ?? {}) as object;
  return {
    accounts: entries.filter(([kind]) => kind === 'user').length,
    customers: lists.customers?.length ?? 0,
    subscriptions: lists.subscriptions?.length ?? 0,
    events: lists.events?.length ?? 0,
    deliveries: lists.deliveries?.length ?? 0,
    databases: Object.keys(databases).length,
    bookings: bookings.length,
  };
}
