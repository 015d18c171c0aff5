import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Enough random bytes for about a hundred ids: one system call per id dominates the cost of creating it. */
const POOL = new Uint8Array(4096);
let next = POOL.length;

function randomByte(): number {
  if (next === POOL.length) {
    randomFillSync(POOL);
    next = 0;
  }
  const byte = POOL[next] ?? 0;
  next += 1;
  return byte;
}

export function randomText(length: number): string {
  const text = Buffer.allocUnsafe(length);
  for (let drawn = 0; drawn < length; ) {
    const byte = randomByte();
    // 248 is the largest multiple of 62 in a byte; values above it would bias the draw.
    if (byte >= 248) continue;
    text[drawn] = ALPHABET.charCodeAt(byte % 62);
    drawn += 1;
  }
  return text.toString('latin1');
}
