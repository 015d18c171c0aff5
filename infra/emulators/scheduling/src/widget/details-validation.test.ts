import { expect, test } from 'vitest';
import { splitGuests, validateDetails } from './details-validation.ts';

test('accepts valid details', () => {
  expect(validateDetails({ name: 'Ada', email: 'ada+1@mail.example.com', guests: [] })).toEqual({});
});

test.each(['', '  ', '\u200b', ' \u2060\ufeff ', '\u3164'])(
  'requires a visible name and rejects %j',
  (name) => {
    const errors = validateDetails({ name, email: 'a@example.com', guests: [] });
    expect(errors).toEqual({ name: 'Please enter your name.' });
  },
);

test('accepts a name that also contains invisible characters', () => {
  // A zero-width joiner between two letters.
  expect(validateDetails({ name: '\u0915\u200d\u0937', email: 'a@example.com', guests: [] })).toEqual({});
});

test('takes an invisible email address for an empty one', () => {
  const errors = validateDetails({ name: 'Ada', email: '\u200b', guests: [] });
  expect(errors).toEqual({ email: 'Please enter your email.' });
});

test.each([
  '',
  'ada',
  'ada@',
  'ada@example',
  '@example.com',
  'a b@example.com',
  'a@b@example.com',
  '\u200b@example.com',
  'a@example.c',
])('requires an email address and rejects %j', (email) => {
  expect(validateDetails({ name: 'Ada', email, guests: [] })).toHaveProperty('email');
});

test('accepts up to ten guests, each an email address', () => {
  expect(splitGuests(' a@example.com, b@example.com;c@example.com ')).toHaveLength(3);
  expect(validateDetails({ name: 'Ada', email: 'a@example.com', guests: ['b'] })).toHaveProperty('guests');
  const guests = Array.from({ length: 11 }, (_, n) => `g${n}@example.com`);
  expect(validateDetails({ name: 'Ada', email: 'a@example.com', guests })).toHaveProperty('guests');
});
