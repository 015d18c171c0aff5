import type { Person } from './person.ts';
import type { Play } from './play-state.ts';

/** Returns details for the trace, or undefined if there was nothing to do. */
export type TakeStep = (play: Play, person: Person, which: number) => Promise<string | undefined>;

/** Picks the newest element for 0, counting backwards and wrapping around. */
export const pick = <T>(from: readonly T[], which: number): T | undefined =>
  from.at(-1 - (which % from.length));
