import { describe, expect, it } from 'vitest';
import { isEmail, isName, MAX_NAME_LENGTH, toName } from './person.ts';

describe('a name', () => {
  it.each(['A', 'Ada Lovelace', 'Zoë', '李', '👩‍🚀', 'x'.repeat(MAX_NAME_LENGTH)])('may be %s', (name) => {
    expect(isName(name)).toBe(true);
    expect(toName(name)).toBe(name);
  });

  it.each<[string, string, string | undefined]>([
    ['nothing', '', undefined],
    ['blanks', ' \t\n', undefined],
    ['letters of no width', '\u200b\u2060\u200d', undefined],
    ['blanks around it', ' Ada ', 'Ada'],
    ['two lines', 'Ada\nLovelace', 'Ada Lovelace'],
    ['a character too many', 'x'.repeat(MAX_NAME_LENGTH + 1), 'x'.repeat(MAX_NAME_LENGTH)],
    ['an emoji across the limit', `${'x'.repeat(MAX_NAME_LENGTH - 1)}🚀`, 'x'.repeat(MAX_NAME_LENGTH - 1)],
    ['half a surrogate pair', 'Ada\ud83d', 'Ada'],
    ['half a pair in the middle', 'A\udc00da', 'A\ufffdda'],
  ])('is not %s', (_name, text, nearest) => {
    expect(isName(text)).toBe(false);
    expect(toName(text)).toBe(nearest);
  });
});

describe('an e-mail address', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.museum'])('may be %s', (email) =>
    expect(isEmail(email)).toBe(true),
  );

  it.each(['a@b.c', 'a@b', '@b.co', 'a.co', 'a b@c.co', 'a@b.c1', 'a@b@c.co', '', 'a\ud83d@b.co'])(
    'is not %j',
    (email) => expect(isEmail(email)).toBe(false),
  );

  it('is not longer than mail allows', () => {
    expect([isEmail(`${'x'.repeat(249)}@b.co`), isEmail(`${'x'.repeat(250)}@b.co`)]).toEqual([true, false]);
  });
});
