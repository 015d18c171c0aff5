/** The system time, or a test's, plus an offset that only a reset decreases. */
export class Clock {
  offsetMs = 0;
  readonly #source: () => Date;

  constructor(source: () => Date = () => new Date()) {
    this.#source = source;
  }

  readonly now = (): Date => new Date(this.#source().getTime() + this.offsetMs);
}
