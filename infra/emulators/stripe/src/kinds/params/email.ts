import { invalidRequest } from '../../description/api-error.ts';
import { type Reader, text } from './reader.ts';

/** An email address; Stripe looks at its form only. */
export function email(maxLength = 512): Reader<string> {
  const read = text(maxLength);
  return (value, name) => {
    const given = read(value, name);
    if (/^[^\s@]+@[^\s@]+$/.test(given)) return given;
    throw invalidRequest(`Invalid email address: ${given}`, { code: 'email_invalid', param: name });
  };
}
