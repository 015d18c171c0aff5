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

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
