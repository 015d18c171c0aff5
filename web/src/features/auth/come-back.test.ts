import { describe, expect, it } from 'vitest';
import { afterLogin, loginBackTo } from './come-back.ts';

const queryOf = (address: string) => new URL(address, 'https://site.example').search;

describe('loginBackTo', () => {
  it('leaves the address of the login plain where it leads to the plans anyway', () => {
    expect(loginBackTo('/subscribe')).toBe('/login');
  });

  it.each(['/account', '/success?session_id=cs_test_1', '/subscribe?plan=a&b=c#d'])(
    'leads back to %s',
    (address) => {
      expect(afterLogin(queryOf(loginBackTo(address)))).toBe(address);
    },
  );
});

describe('afterLogin', () => {
  it.each(['', '?', '?next=', '?from=/account'])('of the query %j leads to the plans', (query) => {
    expect(afterLogin(query)).toBe('/subscribe');
  });

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
  ])('leads nowhere else, asked for %j', (next) => {
    expect(afterLogin(`?${new URLSearchParams({ next })}`)).toBe('/subscribe');
  });
});
