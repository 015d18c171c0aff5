import { describe, expect, it } from 'vitest';
import { isEmail, isName, MAX_NAME_LENGTH, toName } from './person.ts';

describe('person name', () => {
  it.each(['A', 'Ada Lovelace', 'Zoë', '李', '👩‍🚀', 'x'.repeat(MAX_NAME_LENGTH)])('accepts %s', (name) => {
    expect(isName(name)).toBe(true);
    expect(toName(name)).toBe(name);
  });

  it.each<[string, string, string | undefined]>([
    ['an empty string', '', undefined],
    ['white space only', ' \t\n', undefined],
    ['zero-width characters', '\u200b\u2060\u200d', undefined],
    ['surrounding white space', ' Ada ', 'Ada'],
    ['a line break', 'Ada\nLovelace', 'Ada Lovelace'],
    ['one character too many', 'x'.repeat(MAX_NAME_LENGTH + 1), 'x'.repeat(MAX_NAME_LENGTH)],
    [
      'an emoji that straddles the limit',
      `${'x'.repeat(MAX_NAME_LENGTH - 1)}🚀`,
      'x'.repeat(MAX_NAME_LENGTH - 1),
    ],
    ['a trailing lone surrogate', 'Ada\ud83d', 'Ada'],
    ['a lone surrogate in the middle', 'A\udc00da', 'A\ufffdda'],
  ])('rejects and normalises %s', (_name, text, nearest) => {
    expect(isName(text)).toBe(false);
    expect(toName(text)).toBe(nearest);
  });
});

describe('e-mail address', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.museum'])('accepts %s', (email) =>
    expect(isEmail(email)).toBe(true),
  );

  it.each(['a@b.c', 'a@b', '@b.co', 'a.co', 'a b@c.co', 'a@b.c1', 'a@b@c.co', '', 'a\ud83d@b.co'])(
    'rejects %j',
    (email) => expect(isEmail(email)).toBe(false),
  );

  it('is at most 254 characters long', () => {
    expect([isEmail(`${'x'.repeat(249)}@b.co`), isEmail(`${'x'.repeat(250)}@b.co`)]).toEqual([true, false]);
  });
});
