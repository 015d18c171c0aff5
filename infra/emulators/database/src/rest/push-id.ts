import { randomInt } from 'node:crypto';

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const TIME_CHARACTERS = 8;
const RANDOM_CHARACTERS = 12;

/** Generates keys that sort by creation time, even within one millisecond. */
export class PushIds {
  #lastTime = -1;
  #random: number[] = [];

  next(now: number): string {
    if (now === this.#lastTime) this.#increment();
    else this.#random = Array.from({ length: RANDOM_CHARACTERS }, () => randomInt(ALPHABET.length));
    this.#lastTime = now;
    return timeText(now) + this.#random.map((digit) => ALPHABET[digit]).join('');
  }

  #increment(): void {
    let at = RANDOM_CHARACTERS - 1;
    while (at >= 0 && this.#random[at] === ALPHABET.length - 1) this.#random[at--] = 0;
    if (at >= 0) this.#random[at] = (this.#random[at] ?? 0) + 1;
  }
}

function timeText(now: number): string {
  let rest = now;
  let text = '';
  for (let digit = 0; digit < TIME_CHARACTERS; digit++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
