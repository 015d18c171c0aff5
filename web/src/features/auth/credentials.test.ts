import { describe, expect, it } from 'vitest';
import { credentialsFault, isEmail, readLogin, readRegistration } from './credentials.ts';

describe('credentialsFault', () => {
  const complete = { fullName: 'Ada L', email: 'ada@example.com', password: 'secret1' };

  it('finds nothing wrong with a complete form', () => {
    expect(credentialsFault(complete)).toBeUndefined();
  });

  it.each(['fullName', 'email', 'password'] as const)('asks for an empty %s', (field) => {
    expect(credentialsFault({ ...complete, [field]: '' })).toEqual({
      field,
      message: 'Please fill all the fields',
    });
  });

  it('asks for the missing field before the form of the e-mail', () => {
    expect(credentialsFault({ email: 'nonsense', password: '' })).toEqual({
      field: 'password',
      message: 'Please fill all the fields',
    });
  });

  it('asks for a valid e-mail', () => {
    expect(credentialsFault({ ...complete, email: 'ada@example' })).toEqual({
      field: 'email',
      message: 'Please provide a valid email',
    });
  });
});

describe('isEmail', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.museum'])('takes %s', (email) =>
    expect(isEmail(email)).toBe(true),
  );

  it.each(['a@b.c', 'a@b', '@b.co', 'a.co', 'a b@c.co', 'a@b.c1', 'a@b@c.co', ''])('refuses %j', (email) =>
    expect(isEmail(email)).toBe(false),
  );
});

describe('reading a form', () => {
  it('trims the name and the e-mail but not the password', () => {
    const form = new FormData();
    form.set('fullName', '  Ada L ');
    form.set('email', ' ada@example.com ');
    form.set('password', ' spaced ');
    expect(readRegistration(form)).toEqual({
      fullName: 'Ada L',
      email: 'ada@example.com',
      password: ' spaced ',
    });
  });

  it('reads a missing field as empty', () => {
    expect(readLogin(new FormData())).toEqual({ email: '', password: '' });
  });
});
