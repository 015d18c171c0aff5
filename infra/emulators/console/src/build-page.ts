import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the page into `outDir`, by default the workspace's `dist`. */
export async function buildConsolePage(outDir = 'dist'): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}
