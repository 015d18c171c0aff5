import { readFileSync } from 'node:fs';

export interface EgressLog {
  readonly file: string;
  /** One line for each connection that was tried. */
  attempts(): string[];
}

export function egressLog(file: string): EgressLog {
  return { file, attempts: () => linesOf(file) };
}

/**
 * NODE_OPTIONS with which every process started from now on, and those that it starts, are watched. `existing` are the
 * options until now; what they note in another log, they note in this one.
 */
export function watchedNodeOptions(file: string, existing = ''): string {
  const preload = new URL('./egress-preload.ts', import.meta.url);
  const watching = `--import=${preload.href}`;
  preload.searchParams.set('log', file);
  const others = existing.split(' ').filter((option) => option !== '' && !option.startsWith(watching));
  return [...others, `--import=${preload.href}`].join(' ');
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
