import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { explain } from '@outharbor/emulator-kit/explain';
import { readJsonFile } from '@outharbor/emulator-kit/read-json-file';
import { OWNER_FILE } from '@outharbor/emulator-kit/replace-file';
import type { Emulators } from '../start-emulators.ts';

const METADATA = 'firebase-export-metadata.json';
const [AUTH, DATABASE] = ['auth_export', 'database_export'];
/** Everything, passwords and Stripe included, which the layout of Firebase has no place for. */
const STATE = 'emulators.json';
const IMPORTED_AT_ONCE = 1000;
/** How Google's emulator stores a password. */
const PLAIN_PASSWORD = /^fakeHash:salt=.*?:password=(.*)$/s;
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };

type Account = Readonly<Record<string, unknown>> & { readonly passwordHash?: string };

export interface Exports {
  load(emulators: Emulators): Promise<void>;
  write(emulators: Emulators, version: string): Promise<void>;
}

/** For `--import` and `--export-on-exit`, which is empty where the import is to be replaced. Rejects before the start. */
export async function planExports(from: string | undefined, to: string | undefined): Promise<Exports> {
  const target = to || (to === undefined ? undefined : from);
  if (to === '' && from === undefined)
    throw new RangeError('--export-on-exit needs a folder, or --import to take its folder from');
  if (target !== undefined) await checkExportFolder(target);
  // The first run of both has nothing to import yet.
  const source = from === target && !existsSync(from ?? '') ? undefined : from;
  if (source !== undefined && !existsSync(source)) throw new RangeError(`${source} does not exist`);
  return {
    load: async (emulators) => {
      if (source !== undefined) await importFrom(source, emulators);
    },
    write: async (emulators, version) => {
      if (target !== undefined) await exportTo(target, emulators, version);
    },
  };
}

/** Rejects a folder that an export would replace without being one, or that contains the current one. */
async function checkExportFolder(folder: string): Promise<void> {
  if (!relative(resolve(folder), process.cwd()).startsWith('..'))
    throw new RangeError('--export-on-exit must not name the current folder or one above it');
  if (!existsSync(folder) || existsSync(join(folder, METADATA))) return;
  if ((await readdir(folder)).length > 0)
    throw new RangeError(`${folder} is not empty and holds no export: name another folder`);
}

/** Writes the state in the layout of `firebase emulators:export`, in place of an earlier export. */
export async function exportTo(
  folder: string,
  { identity, database, saveState }: Emulators,
  version: string,
): Promise<void> {
  await checkExportFolder(folder);
  const draft = `${resolve(folder)}.next`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const write = (name: string, content: string) =>
    writeFile(join(draft, name), content, { mode: OWNER_FILE });
  if (identity) {
    await mkdir(join(draft, AUTH));
    const { url, projectId } = identity;
    const accounts = `${url}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`;
    await write(`${AUTH}/accounts.json`, await call(accounts));
    await write(`${AUTH}/config.json`, await call(`${url}/emulator/v1/projects/${projectId}/config`));
  }
  if (database) {
    await mkdir(join(draft, DATABASE));
    const databases = Object.entries(await database.state()).filter(([, tree]) => tree !== null);
    for (const [name] of databases)
      await write(`${DATABASE}/${name}.json`, await call(`${database.url}/.json?ns=${name}&format=export`));
  }
  await write(STATE, JSON.stringify(await saveState()));
  const metadata = {
    version,
    ...(database && { database: { version, path: DATABASE } }),
    ...(identity && { auth: { version, path: AUTH } }),
  };
  await write(METADATA, JSON.stringify(metadata, null, 2));
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/** Loads an export, of these emulators or of Google's. Throws an error that names the file at fault. */
async function importFrom(folder: string, emulators: Emulators): Promise<void> {
  if (existsSync(join(folder, STATE))) return emulators.loadState(await readJsonFile(join(folder, STATE)));
  if (!existsSync(join(folder, METADATA)))
    throw new RangeError(`${folder} holds no export: it has no ${METADATA}`);
  const { auth, database } = (await readJsonFile(join(folder, METADATA))) as {
    readonly auth?: { readonly path: string };
    readonly database?: { readonly path: string };
  };
  for (const file of auth && emulators.identity ? await filesIn(join(folder, auth.path)) : [])
    await naming(file, () => importAuth(file, emulators.identity));
  for (const file of database && emulators.database ? await filesIn(join(folder, database.path)) : []) {
    const url = `${emulators.database?.url}/.json?ns=${basename(file, '.json')}`;
    await naming(file, async () => void (await call(url, 'PUT', await readFile(file, 'utf8'))));
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

/** `config.json`, `accounts.json`, or the `accounts-<tenant>.json` of a tenant. */
async function importAuth(file: string, identity: Emulators['identity']): Promise<void> {
  if (identity === undefined) return;
  const { url, projectId } = identity;
  if (basename(file) === 'config.json') {
    await call(`${url}/emulator/v1/projects/${projectId}/config`, 'PATCH', await readFile(file, 'utf8'));
    return;
  }
  const [, tenant] = /^accounts-(.+)\.json$/.exec(basename(file)) ?? [];
  const project = `${url}/identitytoolkit.googleapis.com/v1/projects/${projectId}`;
  const { users = [] } = (await readJsonFile(file)) as { readonly users?: readonly Account[] };
  for (let start = 0; start < users.length; start += IMPORTED_AT_ONCE) {
    const some = users.slice(start, start + IMPORTED_AT_ONCE).map(({ passwordHash, salt: _, ...account }) => {
      return { ...account, rawPassword: PLAIN_PASSWORD.exec(passwordHash ?? '')?.[1] };
    });
    const answer = await call(
      `${project}${tenant ? `/tenants/${tenant}` : ''}/accounts:batchCreate`,
      'POST',
      JSON.stringify({ users: some, allowOverwrite: true }),
    );
    const { error = [] } = JSON.parse(answer) as { error?: { index: number; message: string }[] };
    if (error[0]) throw new Error(`account ${start + error[0].index}: ${error[0].message}`);
  }
}

async function naming(file: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw new Error(`${file} cannot be imported: ${explain(error)}`, { cause: error });
  });
}

async function call(url: string, method = 'GET', body?: string): Promise<string> {
  const answer = await fetch(url, { method, headers: OWNER, ...(body !== undefined && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
