import { invalidRequest } from '../errors/api-error.ts';
import { type Reader, text } from './reader.ts';

/** A percentage of more than nothing and at most a hundred, with two decimals at most. */
export const percentage: Reader<number> = (value, name) => {
  const given = text()(value, name);
  const details = { code: 'parameter_invalid_decimal', param: name };
  if (!/^\d{1,3}(\.\d{1,2}0*)?$/.test(given)) throw invalidRequest(`Invalid decimal: ${given}`, details);
  const number = Number(given);
  if (number > 0 && number <= 100) return number;
  throw invalidRequest(`${name} must be greater than 0 and at most 100.`, { param: name });
};
