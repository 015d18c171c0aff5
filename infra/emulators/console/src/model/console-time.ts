import type { ClockMove } from '@outharbor/emulator-kit/time-span';

/**
 * The console's one time: the system's, plus how far Stripe's clock was ahead of it then. Identity, the database and the
 * product's server have no such clock, so that their instants are translated.
 */
export class ConsoleTime {
  readonly #moves: readonly ClockMove[];

  /** Oldest first. */
  constructor(moves: readonly ClockMove[] = []) {
    this.#moves = moves;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + (this.#moves.at(-1)?.offsetMs ?? 0);
  }

  /** A row that has both times. */
  stamped<Row extends { readonly at: string; readonly realAt: string }>(row: Row): Row {
    const at = this.at(row.realAt);
    return at === row.at ? row : { ...row, at };
  }

  /** Changes with every move. */
  get version(): string {
    return String(this.#moves.at(-1)?.at ?? '');
  }

  /** An instant of the system clock in this time; null stays null. */
  at<Instant extends string | null>(real: Instant): Instant {
    if (real === null || this.#moves.length === 0) return real;
    const ms = Date.parse(real);
    const offsetMs = this.#moves.findLast((move) => move.at <= ms)?.offsetMs ?? 0;
    return (offsetMs === 0 ? real : new Date(ms + offsetMs).toISOString()) as Instant;
  }
}
