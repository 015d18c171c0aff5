import { readFileSync } from 'node:fs';

/** One line per attempted connection. */
export const egressLog = (file: string) => ({ file, attempts: () => readLines(file) });

/**
 * Returns NODE_OPTIONS that watch a process and its descendants. `existing` options are kept, except for
 * those of another log, which this one replaces.
 */
export function watchedNodeOptions(file: string, existing = ''): string {
  const preload = new URL('./egress-preload.ts', import.meta.url);
  const watching = `--import=${preload.href}`;
  preload.searchParams.set('log', file);
  const others = existing.split(' ').filter((option) => option !== '' && !option.startsWith(watching));
  return [...others, `--import=${preload.href}`].join(' ');
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
