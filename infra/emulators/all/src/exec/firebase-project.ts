import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { withoutComments } from '@outharbor/database-emulator/json-with-comments';
import { ConfigError, type EmulatorsConfig } from '../config/config.ts';
import { FIREBASE_SERVICES, type Service } from '../services/services.ts';

const FIREBASE_FILE = 'firebase.json';
/** Of `emulators`, what is no emulator, and the hub, which is started beside them. */
const OTHER = ['hub', 'logging', 'singleProjectMode'];

interface Listening {
  readonly host?: string;
  readonly port?: number;
  readonly enabled?: boolean;
}
interface RulesOf {
  readonly rules?: string;
  readonly instance?: string;
  readonly target?: string;
}
interface FirebaseJson {
  readonly database?: RulesOf | readonly RulesOf[];
  readonly emulators?: Readonly<Record<string, Listening | boolean>>;
}
interface FirebaseRc {
  readonly projects?: Readonly<Record<string, string>>;
  readonly targets?: Readonly<
    Record<string, { readonly database?: Readonly<Record<string, readonly string[]>> }>
  >;
}

/** What a `firebase.json` and the `.firebaserc` beside it say about Auth and the Realtime Database. */
export interface FirebaseProject {
  readonly config: EmulatorsConfig;
  readonly services: readonly Service[];
  /** Rules of single databases: the path of the file by the name of the database. */
  readonly rulesFiles: ReadonlyMap<string, string>;
  readonly host: string | undefined;
  readonly hubPort: number | undefined;
  /** Emulators that it names and that are not here, such as `firestore`. */
  readonly missing: readonly string[];
}

/** The path of the `firebase.json` in the folder or the nearest one above it. */
export function findFirebaseFile(folder: string): string | undefined {
  const file = join(folder, FIREBASE_FILE);
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : findFirebaseFile(dirname(folder));
}

/** Reads both files. `project` is the id or alias that was asked for. Throws a ConfigError that names the file at fault. */
export function readFirebaseProject(file: string | undefined, project: string | undefined): FirebaseProject {
  const folder = file === undefined ? process.cwd() : dirname(resolve(file));
  const { database = [], emulators = {} } = file === undefined ? {} : read<FirebaseJson>(file);
  const { projects = {}, targets = {} } = read<FirebaseRc>(join(folder, '.firebaserc'), {});
  const projectId = projects[project ?? 'default'] ?? project ?? process.env.GCLOUD_PROJECT;
  const listening = (name: string): Listening => {
    const value = emulators[name];
    return typeof value === 'object' ? value : {};
  };
  const rules = 'length' in database ? database : [database];
  const path = (name: string) => resolve(folder, name);
  const named = rules.flatMap(({ rules: name, instance, target = '' }) => {
    const databases = instance
      ? [instance]
      : (targets[projectId ?? '']?.database?.[target] ?? (target ? [target] : []));
    return name ? databases.map((each) => [each, path(name)] as const) : [];
  });
  const common = rules.find(({ instance, target }) => !instance && !target)?.rules;
  const port = (name: string) => {
    const { port: given } = listening(name);
    return given === undefined ? {} : { port: given };
  };
  const isOn = (name: string) => emulators[name] !== false && listening(name).enabled !== false;
  const asked = Object.keys(emulators).filter(isOn);
  return {
    config: {
      ...(projectId !== undefined && { projectId }),
      identity: port('auth'),
      database: { ...port('database'), ...(common && { rulesFile: path(common) }) },
      console: port('ui'),
    },
    services: asked.flatMap((name) => FIREBASE_SERVICES[name] ?? []),
    rulesFiles: new Map(named),
    host: listening('auth').host ?? listening('database').host,
    hubPort: listening('hub').port,
    missing: asked.filter((name) => !(name in FIREBASE_SERVICES) && !OTHER.includes(name)),
  };
}

function read<T>(file: string, absent?: T): T {
  if (absent !== undefined && !existsSync(file)) return absent;
  try {
    return JSON.parse(withoutComments(readFileSync(file, 'utf8'))) as T;
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
