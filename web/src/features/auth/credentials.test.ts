import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../content/messages.ts';
import { credentialsFaults, readLogin, readRegistration } from './credentials.ts';

describe('credentialsFaults', () => {
  const complete = { userName: 'Ada L', email: 'ada@example.com', password: 'secret1' };

  it('returns undefined for a complete form', () => {
    expect(credentialsFaults(complete)).toBeUndefined();
  });

  it.each(['userName', 'email', 'password'] as const)('reports an empty %s', (field) => {
    expect(credentialsFaults({ ...complete, [field]: '' })).toEqual({
      message: MESSAGES.fillAllFields,
      fields: new Map([[field, 'empty']]),
    });
  });

  it('reports every invalid field, empty ones first', () => {
    expect(credentialsFaults({ userName: '', email: 'nonsense', password: '' })).toEqual({
      message: MESSAGES.fillAllFields,
      fields: new Map([
        ['userName', 'empty'],
        ['password', 'empty'],
        ['email', 'invalid'],
      ]),
    });
  });

  it.each([
    ['is too long', 'x'.repeat(201)],
    ['has an unpaired surrogate', 'Ada\ud83d'],
  ])('rejects a name that %s', (_what, userName) => {
    expect(credentialsFaults({ ...complete, userName })).toEqual({
      message: MESSAGES.validName,
      fields: new Map([['userName', 'invalid']]),
    });
  });

  it('rejects an invalid e-mail', () => {
    expect(credentialsFaults({ ...complete, email: 'ada@example' })).toEqual({
      message: MESSAGES.validEmail,
      fields: new Map([['email', 'invalid']]),
    });
  });
});

describe('a submitted form', () => {
  it('is read with the name and e-mail trimmed, and the password as typed', () => {
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

  it('is read with a missing field as empty', () => {
    expect(readLogin(new FormData())).toEqual({ email: '', password: '' });
  });
});
