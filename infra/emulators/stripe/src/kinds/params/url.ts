import { type ApiError, rejected } from '../../description/api-error.ts';
import { type Reader, text } from './reader.ts';

function invalidUrl(param: string): ApiError {
  return rejected('Not a valid URL', { code: 'url_invalid', param });
}

export const url: Reader<string> = (value, name) => {
  const given = text()(value, name);
  const protocol = URL.parse(given)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return given;
  throw invalidUrl(name);
};

/** Where a browser or an app returns to: like Stripe, allows schemes of apps; a bare word or a path is not a URL. */
export const returnAddress: Reader<string> = (value, name) => {
  const given = text()(value, name);
  checkAddress(given, name);
  return given;
};

export function checkAddress(address: string | null, param: string): void {
  if (address === null) return;
  const scheme = URL.parse(address)?.protocol;
  if (scheme !== undefined && !['javascript:', 'data:', 'vbscript:'].includes(scheme)) return;
  throw invalidUrl(param);
}
