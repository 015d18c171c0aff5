import { describe, expect, it } from 'vitest';
import { parseForm } from './form.ts';

describe('parseForm', () => {
  it('parses bracket notation', () => {
    const text =
      'mode=subscription&line_items[0][price]=p1&line_items[1][price]=p2&metadata[a b]=c%26d&expand[]=x&expand[]=y';
    expect(parseForm(text)).toEqual({
      mode: 'subscription',
      line_items: { 0: { price: 'p1' }, 1: { price: 'p2' } },
      metadata: { 'a b': 'c&d' },
      expand: { 0: 'x', 1: 'y' },
    });
  });

  it('accepts numeric metadata keys', () => {
    expect(parseForm('metadata[7]=x')).toEqual({ metadata: { 7: 'x' } });
  });

  it('treats prototype property names as ordinary keys', () => {
    const form = parseForm('__proto__[polluted]=1&constructor=2');
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(['a[b=1', 'a]b[=1', 'a[b]c=1', `a${'[b]'.repeat(9)}=1`, 'a=1&a[b]=2'])('rejects %s', (text) => {
    expect(() => parseForm(text)).toThrow();
  });

  it('rejects more than 1000 fields', () => {
    expect(() => parseForm(Array.from({ length: 1001 }, (_, index) => `f${index}=1`).join('&'))).toThrow(
      /Too many/,
    );
  });
});
