import { describe, expect, it } from 'vitest';
import { afterLogin, loginReturningTo } from './login-return.ts';

const readQuery = (address: string) => new URL(address, 'https://site.example').search;

describe('loginReturningTo', () => {
  it('adds no query for the pricing page, the default target', () => {
    expect(loginReturningTo('/subscribe')).toBe('/login');
  });

  it.each(['/account', '/success?session_id=cs_test_1', '/subscribe?plan=a&b=c#d'])(
    'round-trips %s',
    (address) => {
      expect(afterLogin(readQuery(loginReturningTo(address)))).toBe(address);
    },
  );
});

describe('afterLogin', () => {
  it.each(['', '?', '?next=', '?from=/account'])(
    'falls back to the pricing page for the query %j',
    (query) => {
      expect(afterLogin(query)).toBe('/subscribe');
    },
  );

  it.each([
    'https://evil.example/',
    'https://evil.example/account',
    '//evil.example/account',
    '/\\evil.example/account',
    '\\\\evil.example/account',
    '/.//evil.example/account',
    '/account/..//evil.example',
    '/account@evil.example',
    '\t//evil.example',
    ' /account',
    'account',
    'javascript:alert(1)',
    'javascript:/account?',
    'data:text/html,x',
    '?/account',
    '/api/health/live',
    '/login',
    '/login?next=/login',
    '/constructor',
  ])('rejects the target %j and falls back to the pricing page', (next) => {
    expect(afterLogin(`?${new URLSearchParams({ next })}`)).toBe('/subscribe');
  });
});
