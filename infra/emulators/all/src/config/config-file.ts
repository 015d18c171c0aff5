import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explain } from '@outharbor/emulator-kit/explain';
import { readJsonFile } from '@outharbor/emulator-kit/read-json-file';
import { watchFile } from '@outharbor/emulator-kit/watch-file';
import type { EmulatorsConfig } from './config.ts';
import { ConfigError, checkConfig } from './config.ts';

/** Reads JSON, or the default export of a module. Relative paths are resolved from the file's folder. */
export async function readConfigFile(file: string): Promise<EmulatorsConfig> {
  const kind = statSync(file, { throwIfNoEntry: false });
  if (kind === undefined) throw new ConfigError(`${file} does not exist`);
  if (kind.isDirectory()) throw new ConfigError(`${file} is a folder: name a file in it`);
  try {
    return withPaths(checkConfig(await readContent(resolve(file))), dirname(resolve(file)));
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.message.replaceAll(/^/gm, `${file}: `));
    throw new ConfigError(`${file}: ${explain(error)}`);
  }
}

/** Calls `onChange` or `onError` whenever the file changes. */
export function watchConfigFile(
  file: string,
  onChange: (config: EmulatorsConfig) => void,
  onError: (error: Error) => void,
): { close(): void } {
  return watchFile(file, () => void readConfigFile(file).then(onChange, onError), onError);
}

async function readContent(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return readJsonFile(path);
  // Node.js caches modules by URL, so a changed module needs a new URL.
  const { default: config } = await import(`${pathToFileURL(path).href}?read=${Date.now()}`);
  return config;
}

function withPaths(config: EmulatorsConfig, folder: string): EmulatorsConfig {
  const { database, https } = config;
  return {
    ...config,
    ...(database?.rulesFile && { database: { ...database, rulesFile: resolve(folder, database.rulesFile) } }),
    ...(https?.authorityDir && { https: { ...https, authorityDir: resolve(folder, https.authorityDir) } }),
  };
}
