import { describe, expect, it } from 'vitest';
import { environmentOf, interpolate } from './compose-settings.ts';

/** As it stands in a compose file: a reference to a variable. */
const ref = (text: string) => `\${${text}}`;

describe('the settings of a compose file', () => {
  it.each([
    ['a value', ref('A'), { A: '1' }, '1'],
    ['nothing for a variable that is not set', `[${ref('A')}]`, {}, '[]'],
    ['what stands for an empty one', ref('A:-two'), { A: '' }, 'two'],
    ['one inside another', ref(`A:-${ref('B')}.example`), { B: 'b' }, 'b.example'],
    ['a value that is required', ref('A:?A is missing'), { A: '1' }, '1'],
  ])('have %s', (_, text, variables, result) => {
    expect(interpolate(text, variables)).toBe(result);
  });

  it('say which required variable is missing', () => {
    expect(() => interpolate(ref('A:?A is missing'), {})).toThrow('A is missing');
  });

  it('are those of the service, with what it shares with others', () => {
    const file = [
      'x-common: &common { A: one, B: "2" }',
      `services: { api: { environment: { <<: *common, B: "${ref('C:-three')}", D: } } }`,
    ].join('\n');
    expect(environmentOf([file], 'api', {})).toEqual({ A: 'one', B: 'three', D: '' });
    expect(() => environmentOf([file], 'web', {})).toThrow('No file has a service web');
  });

  it('are those of a file laid over another', () => {
    const over = 'services: { api: { environment: { B: new }, secrets: !override [] } }';
    const file = 'services: { api: { environment: { A: one, B: two } }, web: { environment: { C: three } } }';
    expect(environmentOf([file, over], 'api', {})).toEqual({ A: 'one', B: 'new' });
    expect(environmentOf([file, over], 'web', {})).toEqual({ C: 'three' });
  });
});
