import type { Person } from './person.ts';
import type { Play } from './play.ts';

/** Returns what is to be known of it; undefined where there was nothing to do. */
export type TakeStep = (play: Play, person: Person, which: number) => Promise<string | undefined>;

/** The newest for 0; numbers that are too large count around. */
export const pick = <T>(from: readonly T[], which: number): T | undefined =>
  from.at(-1 - (which % from.length));
