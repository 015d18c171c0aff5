import { describe, expect, it } from 'vitest';
import { interpolate, serviceEnvironment } from './compose-settings.ts';

/** A variable reference in a compose file. */
const ref = (text: string) => `\${${text}}`;

describe('the reader of compose settings', () => {
  it.each([
    ['a value', ref('A'), { A: '1' }, '1'],
    ['an unset variable as nothing', `[${ref('A')}]`, {}, '[]'],
    ['a default for an empty variable', ref('A:-two'), { A: '' }, 'two'],
    ['a nested reference', ref(`A:-${ref('B')}.example`), { B: 'b' }, 'b.example'],
    ['a required variable', ref('A:?A is missing'), { A: '1' }, '1'],
  ])('resolves %s', (_, text, variables, result) => {
    expect(interpolate(text, variables)).toBe(result);
  });

  it('names a missing required variable', () => {
    expect(() => interpolate(ref('A:?A is missing'), {})).toThrow('A is missing');
  });

  it('includes merged YAML anchors of the service', () => {
    const file = [
      'x-common: &common { A: one, B: "2" }',
      `services: { api: { environment: { <<: *common, B: "${ref('C:-three')}", D: } } }`,
    ].join('\n');
    expect(serviceEnvironment([file], 'api', {})).toEqual({ A: 'one', B: 'three', D: '' });
    expect(() => serviceEnvironment([file], 'web', {})).toThrow(
      'No file defines an environment for the service web',
    );
  });

  it('lets a later file override them', () => {
    const over = 'services: { api: { environment: { B: new }, secrets: !override [] } }';
    const file = 'services: { api: { environment: { A: one, B: two } }, web: { environment: { C: three } } }';
    expect(serviceEnvironment([file, over], 'api', {})).toEqual({ A: 'one', B: 'new' });
    expect(serviceEnvironment([file, over], 'web', {})).toEqual({ C: 'three' });
  });
});
