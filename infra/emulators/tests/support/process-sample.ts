import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** User and system time. Unlike a rate, it does not depend on how busy the machine is. */
export function coreSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in parentheses; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
