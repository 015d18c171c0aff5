/** The emulator's time: the machine's (or a test's) plus what was added by hand. Never runs backwards by hand. */
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
