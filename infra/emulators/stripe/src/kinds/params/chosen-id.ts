import { rejected } from '../../description/api-error.ts';
import { type Reader, text } from './reader.ts';

/** Throws Stripe's error if `value` has characters that neither codes nor chosen ids can have. */
export function rejectOtherCharacters(value: string, param: string): void {
  if (/^[\w-]+$/.test(value)) return;
  throw rejected(
    `This value must match the regex pattern. (/\\A[a-zA-Z0-9\\-_]+\\z/ does not match for the value ${value}).`,
    { param },
  );
}

/** The id that a request chooses for what it creates. */
export function chosenId(maxLength?: number): Reader<string> {
  const read = text(maxLength);
  return (value, name) => {
    const id = read(value, name);
    rejectOtherCharacters(id, name);
    return id;
  };
}
