import { readFileSync } from 'node:fs';

export interface EgressLog {
  readonly file: string;
  /** The hook, told to write into `file`. */
  readonly hookUrl: string;
  /** One line for each connection that was tried. */
  attempts(): string[];
}

export function egressLog(file: string): EgressLog {
  const hook = new URL('./egress-hook.ts', import.meta.url);
  hook.searchParams.set('log', file);
  return { file, hookUrl: hook.href, attempts: () => linesOf(file) };
}

/** NODE_OPTIONS with which every process started from now on, and those that it starts, are watched. */
export function watchedNodeOptions(file: string, existing = ''): string {
  return `${existing} --import ${egressLog(file).hookUrl}`.trim();
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
