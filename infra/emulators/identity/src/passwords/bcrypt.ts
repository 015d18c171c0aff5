import { setImmediate } from 'node:timers/promises';
import { Blowfish } from './blowfish.ts';

const FORM = /^(\$2[aby]\$(0[4-9]|[12]\d|3[01])\$)([./A-Za-z0-9]{22})[./A-Za-z0-9]{31}$/;
const ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MAX_PASSWORD_BYTES = 72;
const SALT_BYTES = 16;
/** The last byte of the encrypted text is not part of a hash. */
const HASH_BYTES = 23;
const TEXT = Buffer.from('OrpheanBeholderScryDoubt');
const NO_SALT = new Uint32Array(1);
/** Rounds between two turns of the event loop; a few milliseconds. */
const ROUNDS_PER_TURN = 64;

export const isBcryptHash = (text: string) => FORM.test(text);

/** Hashes the password with the version, cost and salt of `hash`; equals `hash` for the right password. */
export async function bcryptLike(password: string, hash: string): Promise<string> {
  const [, settings = '', cost = '', saltText = ''] = FORM.exec(hash) ?? [];
  const salt = wordsOf(
    Buffer.from(translated(saltText, ALPHABET, STANDARD), 'base64').subarray(0, SALT_BYTES),
  );
  const key = keyOf(password);
  const cipher = new Blowfish();
  cipher.expandKey(key, salt);
  for (let round = 0; round < 2 ** Number(cost); round += 1) {
    cipher.expandKey(key, NO_SALT);
    cipher.expandKey(salt, NO_SALT);
    if (round % ROUNDS_PER_TURN === 0) await setImmediate();
  }
  return `${settings}${saltText}${digestOf(cipher)}`;
}

/** Like all versions since 2b, which end a password with a zero byte and cut it after 72 bytes. */
function keyOf(password: string): Uint32Array {
  const bytes = Buffer.from(`${password}\0`).subarray(0, MAX_PASSWORD_BYTES);
  // The bytes repeat; this many hold a whole number of both words and repetitions.
  return wordsOf(Buffer.alloc(bytes.length * 4, bytes));
}

function digestOf(cipher: Blowfish): string {
  const words = wordsOf(TEXT);
  for (let at = 0; at < words.length; at += 2) {
    for (let pass = 0; pass < 64; pass += 1) cipher.encrypt(words, at);
  }
  const bytes = Buffer.alloc(TEXT.length);
  for (const [at, value] of words.entries()) bytes.writeUInt32BE(value, at * 4);
  const text = bytes.subarray(0, HASH_BYTES).toString('base64').replaceAll('=', '');
  return translated(text, STANDARD, ALPHABET);
}

function wordsOf(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(at * 4));
}

function translated(text: string, from: string, to: string): string {
  return [...text].map((character) => to[from.indexOf(character)]).join('');
}
