import { rejected } from '../errors/api-error.ts';
import { type Reader, text } from './reader.ts';

export const url: Reader<string> = (value, name) => {
  const given = text()(value, name);
  const protocol = URL.parse(given)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return given;
  throw rejected('Not a valid URL', { code: 'url_invalid', param: name });
};
