import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { withoutComments } from '@outharbor/database-emulator/json-with-comments';
import { ConfigError } from '../config/config.ts';
import { FIREBASE_SERVICES } from '../services/services.ts';

/** Of `emulators`, what is no emulator, and the hub, which is started beside them. */
const OTHER = ['hub', 'logging', 'singleProjectMode'];

interface RulesOf {
  readonly rules?: string;
  readonly instance?: string;
  readonly target?: string;
}
type Named<T> = Readonly<Record<string, T>>;
interface FirebaseJson {
  readonly database?: RulesOf | readonly RulesOf[];
  readonly emulators?: Named<
    { readonly host?: string; readonly port?: number; readonly enabled?: boolean } | undefined
  >;
}
interface FirebaseRc {
  readonly projects?: Named<string>;
  readonly targets?: Named<{ readonly database?: Named<readonly string[]> }>;
}

/** What a `firebase.json` and the `.firebaserc` beside it say about Auth and the Realtime Database. */
export type FirebaseProject = ReturnType<typeof readFirebaseProject>;

/** The path of the `firebase.json` in the folder or the nearest one above it. */
export function findFirebaseFile(folder: string): string | undefined {
  const file = join(folder, 'firebase.json');
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : findFirebaseFile(dirname(folder));
}

/** Reads both files. `project` is the id or alias that was asked for. Throws a ConfigError that names the file at fault. */
export function readFirebaseProject(file = '', project = '') {
  const folder = file === '' ? process.cwd() : dirname(resolve(file));
  const { database = [], emulators = {} } = read<FirebaseJson>(file);
  const { projects = {}, targets = {} } = read<FirebaseRc>(join(folder, '.firebaserc'));
  const projectId = projects[project || 'default'] || project || process.env.GCLOUD_PROJECT;
  const port = (name: string) => (emulators[name]?.port === undefined ? {} : { port: emulators[name].port });
  const rules = 'length' in database ? database : [database];
  const common = rules.find(({ instance, target }) => !instance && !target)?.rules;
  const named = rules.flatMap(({ rules: path = '', instance = '', target = '' }) => {
    const databases = targets[projectId ?? '']?.database?.[target] ?? [instance || target];
    return databases.filter(Boolean).map((name) => [name, resolve(folder, path)] as const);
  });
  const asked = Object.keys(emulators).filter((name) => emulators[name]?.enabled !== false);
  return {
    config: {
      ...(projectId && { projectId }),
      identity: port('auth'),
      database: { ...port('database'), ...(common && { rulesFile: resolve(folder, common) }) },
      console: port('ui'),
    },
    services: asked.flatMap((name) => FIREBASE_SERVICES[name] ?? []),
    /** Rules of single databases: the path of the file by the name of the database. */
    rulesFiles: new Map(named),
    host: emulators.auth?.host ?? emulators.database?.host,
    hubPort: emulators.hub?.port,
    /** Emulators that it names and that are not here, such as `firestore`. */
    missing: asked.filter((name) => !(name in FIREBASE_SERVICES) && !OTHER.includes(name)),
  };
}

/** An absent file says nothing. */
function read<T extends object>(file: string): Partial<T> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(withoutComments(readFileSync(file, 'utf8'))) as T;
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
