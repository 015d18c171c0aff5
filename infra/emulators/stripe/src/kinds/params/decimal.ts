import { invalidRequest } from '../../description/api-error.ts';
import { type Reader, text } from './reader.ts';

function decimalUpTo(digits: number): Reader<number> {
  const pattern = new RegExp(`^\\d{1,3}(\\.\\d{1,${digits}}0*)?$`);
  return (value, name) => {
    const given = text()(value, name);
    if (pattern.test(given)) return Number(given);
    throw invalidRequest(`Invalid decimal: ${given}`, { code: 'parameter_invalid_decimal', param: name });
  };
}

/** A percentage from 0 to 100, with at most two decimal places. */
export const share: Reader<number> = (value, name) => percentageFrom(0, value, name);

/** The same above 0. */
export const percentage: Reader<number> = (value, name) => percentageFrom(0.01, value, name);

function percentageFrom(least: number, ...[value, name]: Parameters<Reader<number>>): number {
  const number = decimalUpTo(2)(value, name);
  if (number >= least && number <= 100) return number;
  const limit = number > 100 ? 'less than or equal to 100' : `greater than or equal to ${least}`;
  const shown = Number.isInteger(number) ? number.toFixed(1) : number;
  throw invalidRequest(`This value must be ${limit} (it currently is '${shown}').`, { param: name });
}

/** A percentage from 0 to 100, with at most four decimal places. */
export const taxPercentage: Reader<number> = (value, name) => {
  const number = decimalUpTo(4)(value, name);
  if (number <= 100) return number;
  throw invalidRequest(`${name} must be at most 100.`, { param: name });
};
