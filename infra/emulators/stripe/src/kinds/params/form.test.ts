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

  it('fills an element of a list without positions until a field repeats', () => {
    expect(parseForm('a[][x]=1&a[][y][z]=2&a[][y][w]=3&a[][x]=4&b[]=5')).toEqual({
      ...{ a: { 0: { x: '1', y: { z: '2', w: '3' } }, 1: { x: '4' } }, b: { 0: '5' } },
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
