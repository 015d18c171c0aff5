/** The system time, or a test's, plus an offset that only a reset decreases. */
export class Clock {
  readonly #source: () => Date;
  #offsetMs = 0;

  constructor(source: () => Date = () => new Date()) {
    this.#source = source;
  }

  readonly now = (): Date => new Date(this.#source().getTime() + this.#offsetMs);

  get offsetMs(): number {
    return this.#offsetMs;
  }

  set offsetMs(value: number) {
    this.#offsetMs = value;
  }

  advance(byMs: number): void {
    this.#offsetMs += byMs;
  }
}
