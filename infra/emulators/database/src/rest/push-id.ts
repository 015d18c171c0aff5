import { randomInt } from 'node:crypto';

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const TIME_CHARACTERS = 8;
const RANDOM_CHARACTERS = 12;

let lastTime = -1;
let random: number[] = [];

/** A key that sorts after all earlier ones, even within one millisecond. */
export function nextPushId(now: number): string {
  if (now === lastTime) increment();
  else random = Array.from({ length: RANDOM_CHARACTERS }, () => randomInt(ALPHABET.length));
  lastTime = now;
  return timeText(now) + random.map((digit) => ALPHABET[digit]).join('');
}

function increment(): void {
  let at = RANDOM_CHARACTERS - 1;
  while (at >= 0 && random[at] === ALPHABET.length - 1) random[at--] = 0;
  if (at >= 0) random[at] = (random[at] ?? 0) + 1;
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
