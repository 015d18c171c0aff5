import { createHash, randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes for about a hundred ids at a time: one system call per id dominates the cost of creating it. */
export class RandomBytes {
  readonly #pool = new Uint8Array(4096);
  readonly #fill: (pool: Uint8Array) => unknown;
  #next = this.#pool.length;

  constructor(fill: (pool: Uint8Array) => unknown) {
    this.#fill = fill;
  }

  take(): number {
    if (this.#next === this.#pool.length) {
      this.#fill(this.#pool);
      this.#next = 0;
    }
    const byte = this.#pool[this.#next] ?? 0;
    this.#next += 1;
    return byte;
  }
}

let source = new RandomBytes(randomFillSync);

/** The same bytes for the same text. */
export function bytesFrom(seed: string): RandomBytes {
  let portion = 0;
  return new RandomBytes((pool) => {
    const hash = createHash('shake256', { outputLength: pool.length });
    pool.set(hash.update(`${portion} ${seed}`).digest());
    portion += 1;
  });
}

/** Runs `work`, whose ids and secrets are made of these bytes. */
export function drawingFrom<T>(bytes: RandomBytes, work: () => T): T {
  const before = source;
  source = bytes;
  try {
    return work();
  } finally {
    source = before;
  }
}

export function randomText(length: number): string {
  const text = Buffer.allocUnsafe(length);
  for (let drawn = 0; drawn < length; ) {
    const byte = source.take();
    // 248 is the largest multiple of 62 in a byte; values above it would bias the draw.
    if (byte >= 248) continue;
    text[drawn] = ALPHABET.charCodeAt(byte % 62);
    drawn += 1;
  }
  return text.toString('latin1');
}

/** A random UUID, of version 4. */
export function randomUuid(): string {
  const bytes = Uint8Array.from({ length: 16 }, () => source.take());
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
