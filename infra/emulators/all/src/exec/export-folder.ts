import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { explain } from '@outharbor/emulator-kit/explain';
import { readJsonFile } from '@outharbor/emulator-kit/read-json-file';
import { replaceFile } from '@outharbor/emulator-kit/replace-file';
import type { Emulators } from '../start-emulators.ts';

const METADATA = 'firebase-export-metadata.json';
/** Everything, passwords and Stripe included, which the layout of Firebase has no place for. */
const STATE = 'emulators.json';
const [AUTH, DATABASE] = ['auth_export', 'database_export'];

/** What is before the start and at the end for `--import` and `--export-on-exit`; `to` is empty to replace the import. */
export async function planExports(from: string | undefined, to: string | undefined) {
  const target = to === '' ? from : to;
  if (to === '' && target === undefined)
    throw new RangeError('--export-on-exit needs a folder, or --import to take its folder from');
  if (target !== undefined) await rejectOther(target);
  // The first run of both has nothing to import yet.
  const source = from === target && !existsSync(from ?? '') ? undefined : from;
  if (source !== undefined && !existsSync(source)) throw new RangeError(`${source} does not exist`);
  return {
    load: async (emulators: Emulators) => source && importFrom(source, emulators),
    write: async (emulators: Emulators, version: string) => target && exportTo(target, emulators, version),
  };
}

/** Rejects a folder that an export would replace without being one, or that contains the current one. */
async function rejectOther(folder: string): Promise<void> {
  if (!relative(resolve(folder), process.cwd()).startsWith('..'))
    throw new RangeError('--export-on-exit must not name the current folder or one above it');
  if (existsSync(folder) && !existsSync(join(folder, METADATA)) && (await readdir(folder)).length > 0)
    throw new RangeError(`${folder} is not empty and holds no export: name another folder`);
}

/** Writes the state in the layout of `firebase emulators:export`, in place of an earlier export. */
async function exportTo(folder: string, emulators: Emulators, version: string): Promise<void> {
  const { identity, database, saveState } = emulators;
  const draft = `${resolve(folder)}.next`;
  await rm(draft, { recursive: true, force: true });
  const write = (name: string, content: string) => replaceFile(join(draft, name), [content]);
  if (identity) {
    await write(`${AUTH}/accounts.json`, await call(`${accountsOf(identity)}:batchGet?maxResults=-1`));
    await write(`${AUTH}/config.json`, await call(configOf(identity)));
  }
  for (const [name, tree] of Object.entries((await database?.state()) ?? {}))
    if (tree !== null)
      await write(`${DATABASE}/${name}.json`, await call(`${database?.url}/.json?ns=${name}&format=export`));
  await write(STATE, JSON.stringify(await saveState()));
  const parts = { ...(identity && { auth: AUTH }), ...(database && { database: DATABASE }) };
  const described = Object.entries(parts).map(([name, path]) => [name, { version, path }]);
  await write(METADATA, JSON.stringify({ version, ...Object.fromEntries(described) }, null, 2));
  if (database) await mkdir(join(draft, DATABASE), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/** Loads an export, of these emulators or of Google's. Throws an error that names the file at fault. */
async function importFrom(folder: string, emulators: Emulators): Promise<void> {
  const { identity, database } = emulators;
  const [own, metadata] = [STATE, METADATA].map((name) => join(folder, name)) as [string, string];
  if (existsSync(own)) return void (await emulators.loadState(await readJsonFile(own)));
  if (!existsSync(metadata)) throw new RangeError(`${folder} holds no export: it has no ${METADATA}`);
  const parts = (await readJsonFile(metadata)) as Readonly<Record<string, { readonly path?: string }>>;
  const load = async (part: string, send: (file: string, text: string) => Promise<string>) => {
    const place = join(folder, parts[part]?.path ?? '');
    for (const name of parts[part] ? await readdir(place) : [])
      await send(name, await readFile(join(place, name), 'utf8')).catch((error: unknown) => {
        throw new Error(`${join(place, name)} cannot be imported: ${explain(error)}`, { cause: error });
      });
  };
  if (identity)
    await load('auth', async (file, text) => {
      if (file === 'config.json') return call(configOf(identity), 'PATCH', text);
      const [, tenant] = /^accounts-(.+)\.json$/.exec(file) ?? [];
      const accounts = tenant
        ? accountsOf(identity).replace(/accounts$/, `tenants/${tenant}/accounts`)
        : accountsOf(identity);
      const answer = await call(`${accounts}:batchCreate`, 'POST', text);
      const { error: [first] = [] } = JSON.parse(answer) as { error?: { index: number; message: string }[] };
      if (first) throw new Error(`account ${first.index}: ${first.message}`);
      return answer;
    });
  if (database)
    await load('database', (file, text) =>
      call(`${database.url}/.json?ns=${basename(file, '.json')}`, 'PUT', text),
    );
}

type Identity = NonNullable<Emulators['identity']>;
const accountsOf = ({ url, projectId }: Identity) =>
  `${url}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
const configOf = ({ url, projectId }: Identity) => `${url}/emulator/v1/projects/${projectId}/config`;

async function call(url: string, method = 'GET', body?: string): Promise<string> {
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  if (!answer.ok && !text.includes('MISSING_USER_ACCOUNT')) throw new Error(text);
  return text;
}
