import { choicesAtStripe } from '../description/description.ts';
import { oneOf, type Reader } from './reader.ts';

/** A parameter that takes any value that Stripe's description lists for it. */
export function choice(call: string, name: string): Reader<string> {
  return oneOf(...choicesAtStripe(call, name));
}
