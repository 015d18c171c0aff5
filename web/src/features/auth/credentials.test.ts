import { describe, expect, it } from 'vitest';
import { credentialsFaults, readLogin, readRegistration } from './credentials.ts';

describe('credentialsFaults', () => {
  const complete = { userName: 'Ada L', email: 'ada@example.com', password: 'secret1' };

  it('finds nothing wrong with a complete form', () => {
    expect(credentialsFaults(complete)).toBeUndefined();
  });

  it.each(['userName', 'email', 'password'] as const)('asks for an empty %s', (field) => {
    expect(credentialsFaults({ ...complete, [field]: '' })).toEqual({
      message: 'Please fill all the fields',
      fields: new Map([[field, 'empty']]),
    });
  });

  it('names every faulty field, and asks for the missing ones first', () => {
    expect(credentialsFaults({ userName: '', email: 'nonsense', password: '' })).toEqual({
      message: 'Please fill all the fields',
      fields: new Map([
        ['userName', 'empty'],
        ['password', 'empty'],
        ['email', 'invalid'],
      ]),
    });
  });

  it.each([
    ['is too long', 'x'.repeat(201)],
    ['is broken', 'Ada\ud83d'],
  ])('asks for another name where it %s', (_what, userName) => {
    expect(credentialsFaults({ ...complete, userName })).toEqual({
      message: 'Please provide a visible name of at most 200 characters',
      fields: new Map([['userName', 'invalid']]),
    });
  });

  it('asks for a valid e-mail', () => {
    expect(credentialsFaults({ ...complete, email: 'ada@example' })).toEqual({
      message: 'Please provide a valid email',
      fields: new Map([['email', 'invalid']]),
    });
  });
});

describe('reading a form', () => {
  it('trims the name and the e-mail but not the password', () => {
    const form = new FormData();
    form.set('userName', '  Ada L ');
    form.set('email', ' ada@example.com ');
    form.set('password', ' spaced ');
    expect(readRegistration(form)).toEqual({
      userName: 'Ada L',
      email: 'ada@example.com',
      password: ' spaced ',
    });
  });

  it('reads a missing field as empty', () => {
    expect(readLogin(new FormData())).toEqual({ email: '', password: '' });
  });
});
