const ROUNDS = 16;
const SUBKEYS = ROUNDS + 2;
const BOXES = 4 * 256;
const GUARD_BITS = 64n;

/** The key-dependent state of the cipher, which starts as the binary digits of pi. */
export class Blowfish {
  readonly #subkeys = initialWords().slice(0, SUBKEYS);
  readonly #boxes = initialWords().slice(SUBKEYS);

  /** The key schedule of bcrypt: mixes in `key`, and `salt` while the words are replaced. */
  expandKey(key: Uint32Array, salt: Uint32Array): void {
    for (let at = 0; at < SUBKEYS; at += 1) this.#subkeys[at] = word(this.#subkeys, at) ^ cyclic(key, at);
    const block = new Uint32Array(2);
    let used = 0;
    for (const words of [this.#subkeys, this.#boxes]) {
      for (let at = 0; at < words.length; at += 2) {
        block[0] = word(block, 0) ^ cyclic(salt, used);
        block[1] = word(block, 1) ^ cyclic(salt, used + 1);
        used += 2;
        this.encrypt(block, 0);
        words.set(block, at);
      }
    }
  }

  /** Encrypts the two words at `at` in place. */
  encrypt(words: Uint32Array, at: number): void {
    let left = word(words, at);
    let right = word(words, at + 1);
    for (let round = 0; round < ROUNDS; round += 2) {
      left ^= word(this.#subkeys, round);
      right ^= this.#mix(left) ^ word(this.#subkeys, round + 1);
      left ^= this.#mix(right);
    }
    words[at] = right ^ word(this.#subkeys, ROUNDS + 1);
    words[at + 1] = left ^ word(this.#subkeys, ROUNDS);
  }

  #mix(half: number): number {
    const boxes = this.#boxes;
    const sum = word(boxes, half >>> 24) + word(boxes, 256 + ((half >>> 16) & 0xff));
    return ((sum ^ word(boxes, 512 + ((half >>> 8) & 0xff))) + word(boxes, 768 + (half & 0xff))) | 0;
  }
}

// The index is always within the array.
const word = (words: Uint32Array, at: number) => words[at] as number;
const cyclic = (words: Uint32Array, at: number) => word(words, at % words.length);

let wordsOfPi: Uint32Array | undefined;

/** The fractional part of pi in words of 32 bits. */
function initialWords(): Uint32Array {
  wordsOfPi ??= fractionOfPi(SUBKEYS + BOXES);
  return wordsOfPi;
}

/** Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239). */
function fractionOfPi(count: number): Uint32Array {
  const bits = BigInt(count * 32);
  const one = 1n << (bits + GUARD_BITS);
  const pi = 16n * arctanOfInverse(5n, one) - 4n * arctanOfInverse(239n, one);
  const digits = BigInt.asUintN(count * 32, pi >> GUARD_BITS)
    .toString(16)
    .padStart(count * 8, '0');
  return Uint32Array.from({ length: count }, (_, at) =>
    Number.parseInt(digits.slice(at * 8, at * 8 + 8), 16),
  );
}

/** arctan(1/x) as a multiple of 1/`one`, by its Taylor series. */
function arctanOfInverse(x: bigint, one: bigint): bigint {
  let power = one / x;
  let sum = power;
  for (let n = 3n, sign = -1n; power !== 0n; n += 2n, sign = -sign) {
    power /= x * x;
    sum += sign * (power / n);
  }
  return sum;
}
