import type { Controlled } from '@outharbor/emulator-kit/control-operations';
import { requireStateVersion, type SavedState, STATE_VERSION } from '@outharbor/emulator-kit/saved-state';
import type { OnProgress } from './on-progress.ts';
import { SERVICES, type ServiceName } from './rows.ts';

const FORMAT = 'emulators-state';

/** Everything that the emulators hold, with their clocks and faults, in one file. */
export interface StateFile {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly savedAt: string;
  /** How much of each is in it; it also holds secrets and password hashes. */
  readonly holds: Readonly<Record<string, number>>;
  readonly services: { readonly [Name in ServiceName]?: SavedState };
}

type Saving = Pick<Controlled, 'saveState' | 'loadState'>;
export type SavingServices = { readonly [Name in ServiceName]?: Saving | undefined };

export async function saveState(services: SavingServices): Promise<StateFile> {
  const saved: { [Name in ServiceName]?: SavedState } = {};
  for (const name of SERVICES) {
    const state = await services[name]?.saveState();
    if (state !== undefined) saved[name] = state;
  }
  return {
    format: FORMAT,
    version: STATE_VERSION,
    savedAt: new Date().toISOString(),
    holds: formatContents(saved),
    services: saved,
  };
}

/** Replaces what the services hold. Throws a RangeError, and changes nothing, for what is no such file. */
export async function loadState(
  services: SavingServices,
  file: unknown,
  onProgress?: OnProgress,
): Promise<StateFile['holds']> {
  const checked = checkStateFile(file);
  // Services that write to others come last, so that what they send meets the loaded state.
  const names = ['identity', 'database', 'scheduling', 'stripe'] as const;
  for (const [index, name] of names.entries()) {
    onProgress?.(`Loading ${name}`, index, names.length);
    const saved = checked.services[name];
    if (saved !== undefined) await services[name]?.loadState(saved);
  }
  return checked.holds;
}

function checkStateFile(file: unknown): StateFile {
  const { format, version, services } = (file ?? {}) as Partial<StateFile>;
  if (format !== FORMAT || typeof services !== 'object')
    throw new RangeError('This is no file of saved state.');
  requireStateVersion(version);
  for (const [name, saved] of Object.entries(services)) {
    if (saved.service !== name)
      throw new RangeError(`The file has the state of ${saved.service} for ${name}.`);
  }
  return file as StateFile;
}

function formatContents({
  stripe,
  identity,
  database,
  scheduling,
}: StateFile['services']): Record<string, number> {
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
