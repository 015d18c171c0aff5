import { expect, test } from 'vitest';
import { redacted, redactedHeaders, redactedUrl, redactedValue } from './redact.ts';

test.each([
  [
    'a password in JSON',
    '{"email":"a@b.c","password":"pa\\"ss"}',
    '{"email":"a@b.c","password":"[redacted]"}',
  ],
  [
    'a token in JSON',
    '{"idToken":"abc","refreshToken":"def"}',
    '{"idToken":"[redacted]","refreshToken":"[redacted]"}',
  ],
  [
    'a token in a form',
    'grant_type=refresh&refresh_token=abc',
    'grant_type=refresh&refresh_token=[redacted]',
  ],
  ['a card number in a form', 'amount=5&card[number]=4242&x=1', 'amount=5&card[number]=[redacted]&x=1'],
  ['a key in a text', 'Invalid API Key: sk_test_abc123', 'Invalid API Key: [redacted]'],
  ['a signed token in a text', 'auth eyJhbGciOi.eyJzdWIi.sig end', 'auth [redacted] end'],
  ['a secret at which a text was cut', '{"password":"half', '{"password":"[redacted]"'],
])('hides %s', (_what, body, shown) => expect(redacted(body)).toBe(shown));

test('leaves everything else as it was', () => {
  const body = '{"id":"cus_1","email":"a@b.c","payment_status":"paid"}';
  expect(redacted(body)).toBe(body);
});

test('hides secrets in a value, and leaves its other parts whole', () => {
  const value = { client_secret: 'a', links: ['http://a/?key=b', 'http://c/'], salt: '', note: 'password' };
  expect(redactedValue(value)).toEqual({
    ...{ client_secret: '[redacted]', links: ['http://a/?key=[redacted]', 'http://c/'] },
    ...{ salt: '[redacted]', note: 'password' },
  });
});

test('hides keys and tokens in addresses', () => {
  expect(redactedUrl('/v1/accounts:signUp?key=demo&x=1')).toBe('/v1/accounts:signUp?key=[redacted]&x=1');
  expect(redactedUrl('/users.json?ns=demo&auth=abc')).toBe('/users.json?ns=demo&auth=[redacted]');
});

test('hides credentials in headers but not their scheme', () => {
  expect(
    redactedHeaders({
      authorization: 'Bearer sk_test_1',
      cookie: 'a=b',
      'stripe-signature': 't=1',
      accept: '*/*',
    }),
  ).toEqual({
    authorization: 'Bearer [redacted]',
    cookie: '[redacted]',
    'stripe-signature': '[redacted]',
    accept: '*/*',
  });
});
