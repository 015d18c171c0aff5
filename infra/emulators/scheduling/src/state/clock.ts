/** The emulated time: that of the machine, or of a test, plus an offset that only grows until a reset. */
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
