import { createHmac } from 'node:crypto';
import type { Project } from '../state/project.ts';

export const PERIOD_SECONDS = 30;
export const CODE_LENGTH = 6;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of one period, which is an RFC 6238 time step (RFC 6238 with SHA-1, as authenticator apps compute it). */
function codeOfPeriod(secret: Buffer, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0');
}

/** The period that `code` of a secret (base64) belongs to, within the project's tolerance; undefined if none. */
export function periodOfCode(totpSecret: string, code: string, project: Project): number | undefined {
  const secret = Buffer.from(totpSecret, 'base64');
  const current = Math.floor(project.nowSeconds() / PERIOD_SECONDS);
  const { adjacentIntervals: tolerance } = project.config.mfa.providerConfigs[0].totpProviderConfig;
  for (let period = Math.max(0, current - tolerance); period <= current + tolerance; period += 1) {
    if (codeOfPeriod(secret, period) === code) return period;
  }
  return undefined;
}

/** Base32 (RFC 4648) without padding; the input must be a multiple of five bytes. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}
