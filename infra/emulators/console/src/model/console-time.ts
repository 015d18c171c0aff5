import type { ClockMove } from '@outharbor/emulator-kit/time-span';

export type ConsoleTime = ReturnType<typeof consoleTime>;

/**
 * The console's one time: the system's, plus how far Stripe's clock was ahead of it then. Identity, the database and the
 * product's server have no such clock, so that their instants are translated. `moves` are the oldest first.
 */
export function consoleTime(moves: readonly ClockMove[] = []) {
  const last = moves.at(-1);
  /** An instant of the system clock in this time; null stays null. */
  const at = <Instant extends string | null>(real: Instant): Instant => {
    if (real === null || moves.length === 0) return real;
    const ms = Date.parse(real);
    const offsetMs = moves.findLast((move) => move.at <= ms)?.offsetMs ?? 0;
    return (offsetMs === 0 ? real : new Date(ms + offsetMs).toISOString()) as Instant;
  };
  return {
    at,
    /** Milliseconds since the epoch. */
    now: () => Date.now() + (last?.offsetMs ?? 0),
    /** A row that has both times. */
    stamped: <Row extends { readonly at: string; readonly realAt: string }>(row: Row): Row => {
      const translated = at(row.realAt);
      return translated === row.at ? row : { ...row, at: translated };
    },
    /** Changes with every move. */
    version: String(last?.at ?? ''),
  };
}
