import { expect, test } from 'vitest';
import { splitGuests, validateDetails } from './details-validation.ts';

test('accepts valid details', () => {
  expect(validateDetails({ name: 'Ada', email: 'ada+1@mail.example.com', guests: [] })).toEqual({});
});

test.each(['', '  '])('requires a name and rejects %j', (name) => {
  expect(validateDetails({ name, email: 'a@example.com', guests: [] })).toHaveProperty('name');
});

test.each([
  '',
  'ada',
  'ada@',
  'ada@example',
  '@example.com',
  'a b@example.com',
  'a@b@example.com',
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
