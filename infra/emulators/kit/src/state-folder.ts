import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_FOLDER, readIfExists, replaceFileSync } from './replace-file.ts';
import { STATE_VERSION } from './saved-state.ts';

const VERSION_FILE = 'version.json';
const LOCK = 'lock';
/** The operating system's limit for the path of a socket, less the name. */
const MAX_PATH = 90;
/** File systems without sockets have no lock. */
const NO_SOCKETS = ['ENOTSUP', 'EOPNOTSUPP', 'EPERM'];
const START_EMPTY = 'start without it (npm start -- --fresh, or --reset)';

/**
 * Claims a folder for this process until it ends or closes it. Throws, and leaves the folder as it is, if another process
 * has it or if it was written by another version. `fresh` empties it.
 */
export async function openStateFolder(folder: string, { fresh = false }: { readonly fresh?: boolean } = {}) {
  mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
  const lock = await claim(folder);
  try {
    if (fresh) for (const name of listState(folder)) rmSync(join(folder, name), { recursive: true });
    requireVersion(folder);
    return { close: async () => void (lock?.listening && (await once(lock.close(), 'close'))) };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

/** Starts what keeps its state in a folder, which is claimed until it is closed; without a folder, merely starts it. */
export async function inStateFolder<T extends { close(): Promise<void> }>(
  path: string | undefined,
  start: () => Promise<T>,
): Promise<T> {
  if (path === undefined) return start();
  const folder = await openStateFolder(path);
  try {
    const started = await start();
    const close = started.close.bind(started);
    return Object.assign(started, { close: () => close().finally(() => folder.close()) });
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Throws unless the folder is empty or of this version; marks an empty one. */
function requireVersion(folder: string): void {
  const path = join(folder, VERSION_FILE);
  const found = readVersion(readIfExists(path));
  if (found === STATE_VERSION) return;
  if (found === undefined && listState(folder).length === 0) {
    replaceFileSync(path, [`${JSON.stringify({ version: STATE_VERSION })}\n`]);
    return;
  }
  const writer = found !== undefined && found > STATE_VERSION ? 'a newer version' : 'an earlier version';
  throw new Error(
    `The state in ${folder} was written by ${writer} of the emulators: ${START_EMPTY}, or use the release that wrote it.`,
  );
}

/** Undefined without a file, and 0 if it is damaged. */
function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, version = '0'] = /^\{"version":(\d+)\}\s*$/.exec(text) ?? [];
  return Number(version);
}

/** Folders, and files of the formats that emulators write. */
const STATE = /^[^.]+$|\.(?:jsonl?|rtdb)(?:\.|$)/;

/** What emulators keep in a folder, in which there may be other files, and in a volume a lost+found. */
function listState(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== LOCK && name !== 'lost+found' && STATE.test(name));
}

/** A socket that the kernel closes with the process, so that a killed one leaves no lock; others can connect in vain. */
async function claim(folder: string): Promise<Server | undefined> {
  const { path, done } = socketPath(folder);
  try {
    return await listen(path);
  } catch (error) {
    if (NO_SOCKETS.includes(codeOf(error))) return undefined;
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    if (await answers(path))
      throw new Error(
        `Another process is using the state in ${folder}: stop it first, or choose another folder.`,
      );
    rmSync(path, { force: true });
    return await listen(path);
  } finally {
    done();
  }
}

/** Windows has pipes with names of their own; elsewhere a long path is shortened by a link while it is used. */
function socketPath(folder: string): { readonly path: string; done(): void } {
  const real = realpathSync(folder);
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(real.toLowerCase()).digest('hex');
    return { path: `\\\\.\\pipe\\emulators-${name}`, done: () => undefined };
  }
  if (real.length <= MAX_PATH) return { path: join(real, LOCK), done: () => undefined };
  const short = mkdtempSync(join(tmpdir(), 'lock-'));
  symlinkSync(real, join(short, 'to'));
  return { path: join(short, 'to', LOCK), done: () => rmSync(short, { recursive: true }) };
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(path).unref();
  await once(server, 'listening');
  return server;
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
