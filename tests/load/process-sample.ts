import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export interface ProcessSample {
  readonly megabytes: number;
  readonly handles: number;
}

/** Resident memory and open file handles of a process, as Linux counts them. */
export function sampleProcess(pid: number): ProcessSample {
  return {
    megabytes: Math.round(residentBytes(pid) / 1024 ** 2),
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Memory of a process, with its share of what it has in common with others. */
export function proportionalBytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
}

/**
 * Seconds that a process has spent on a core so far, in user and system mode; unlike a rate they say the same on a
 * busy machine.
 */
export function coreSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in brackets; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
