import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The API's user, in its image. */
const API_GROUP = 1000;

/** Appends to `.env` what it lacks; returns the names. Throws, and changes nothing, if it has another value. */
export function addSettings(folder: string, settings: Readonly<Record<string, string>>): string[] {
  const file = join(folder, '.env');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const current = parseEnv(text);
  const differing = Object.keys(settings).filter(
    (name) => current[name] !== undefined && current[name] !== settings[name],
  );
  if (differing.length > 0) {
    throw new Error(`.env has another ${differing.join(', ')}: nothing is overwritten, so change it there`);
  }
  const missing = Object.entries(settings).filter(([name]) => current[name] === undefined);
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join('');
  if (lines !== '') writeFileSync(file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines}`);
  return missing.map(([name]) => name);
}

/** Makes the folder that only the operator and the API can enter. Needs root or membership of the API's group. */
export function makeSecretsFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  giveToApi(folder, 0o750);
}

/** Writes a secret that the API can read, unless there is one; returns whether it was written. */
export function addSecret(folder: string, name: string, value: string): boolean {
  const file = join(folder, name);
  if (existsSync(file)) return false;
  writeFileSync(file, value, { mode: 0o400 });
  giveToApi(file, 0o440);
  return true;
}

function giveToApi(path: string, mode: number): void {
  try {
    chownSync(path, -1, API_GROUP);
  } catch (cause) {
    throw new Error(`${path} must belong to group ${API_GROUP}: run this as root, with sudo`, { cause });
  }
  chmodSync(path, mode);
}
