import type { BookingRequest } from '../bookings/booking.ts';

/** Form input, validated by both the page and the server. */
export type Details = Pick<BookingRequest, 'name' | 'email' | 'guests'>;

/** Any character that shows: neither white space nor, for example, a zero-width space. */
const VISIBLE = /[^\s\p{DI}]/u;
const EMAIL = /^[^\s\p{DI}@<>(),;:"[\]\\]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/u;
const MAX_GUESTS = 10;

/** Messages by field; empty when everything is valid. */
export function validateDetails(details: Details): Partial<Record<keyof Details, string>> {
  const errors: Partial<Record<keyof Details, string>> = {};
  if (!VISIBLE.test(details.name)) errors.name = 'Please enter your name.';
  if (!VISIBLE.test(details.email)) errors.email = 'Please enter your email.';
  else if (!EMAIL.test(details.email.trim())) errors.email = 'Please enter a valid email.';
  if (details.guests.length > MAX_GUESTS) errors.guests = `Please name at most ${MAX_GUESTS} guests.`;
  else if (!details.guests.every((guest) => EMAIL.test(guest)))
    errors.guests = 'Please enter valid emails, separated by commas.';
  return errors;
}

export function splitGuests(text: string): string[] {
  return text.split(/[,;\s]+/).filter(Boolean);
}
