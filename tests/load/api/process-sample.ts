import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessSample {
  readonly megabytes: number;
  readonly handles: number;
}

/** Resident memory and open file handles of a process, as Linux counts them. */
export function sampleProcess(pid: number): ProcessSample {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { megabytes: Math.round(Number(resident) / 1024), handles: readdirSync(`/proc/${pid}/fd`).length };
}

const TICKS_PER_SECOND = 100;

/** Seconds that a process has spent on a core so far, in user and system mode. */
export function coreSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
