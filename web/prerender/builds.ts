import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { BROWSERS } from '@outharbor/contract/browsers';
import { build, type Manifest, type Rolldown } from 'vite';

const WEB = path.resolve(import.meta.dirname, '..');
/** A build is moved to `dist` when complete, so that a running server never serves a partial build. */
const BUILD_FOLDER = path.join(WEB, 'node_modules/.build', String(process.pid));
export const SITE = path.join(BUILD_FOLDER, 'site');
const SERVER = path.join(BUILD_FOLDER, 'server');

const quiet = { root: WEB, logLevel: 'warn' } as const;

export async function buildClient(): Promise<Manifest> {
  const input = { client: 'src/app/client.tsx', styles: 'src/app/styles.css' };
  await build({ ...quiet, build: { outDir: SITE, emptyOutDir: true, rolldownOptions: { input } } });
  const file = path.join(SITE, '.vite/manifest.json');
  return JSON.parse(await readFile(file, 'utf8')) as Manifest;
}

/** Builds the same components for server rendering and imports them. */
export async function buildServer(): Promise<typeof import('../src/app/render.tsx')> {
  await build({
    ...quiet,
    publicDir: false,
    build: {
      ssr: true,
      outDir: SERVER,
      emptyOutDir: true,
      manifest: false,
      rolldownOptions: { input: { render: 'src/app/render.tsx' }, output: { codeSplitting: true } },
    },
  });
  return (await import(path.join(SERVER, 'render.js'))) as typeof import('../src/app/render.tsx');
}

/** Returns the inline script as one self-contained expression. */
export async function buildBootScript(): Promise<string> {
  const result = await build({
    ...quiet,
    configFile: false,
    publicDir: false,
    build: {
      target: BROWSERS.target,
      write: false,
      manifest: false,
      rolldownOptions: {
        input: { boot: 'src/app/boot.ts' },
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  const chunk = output?.output.find((part) => part.type === 'chunk');
  if (!chunk) throw new Error('The build produced no inline script');
  return chunk.code.trim();
}

/** Replaces `dist` with the new build. */
export async function publish(): Promise<void> {
  const dist = path.join(WEB, 'dist');
  const previous = path.join(BUILD_FOLDER, 'previous');
  if (existsSync(dist)) await rename(dist, previous);
  await rename(SITE, dist);
}

export function cleanUp(): Promise<void> {
  return rm(BUILD_FOLDER, { recursive: true, force: true });
}
