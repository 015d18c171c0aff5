import { expect, it } from 'vitest';
import { installSizeText, measureInstallSize } from './install-size.ts';

const packed = [
  { name: 'one', unpackedSize: 1_000_000, dependencies: {} },
  { name: 'two', unpackedSize: 200_000, dependencies: { one: '1.0.0' } },
  { name: 'all', unpackedSize: 50_000, dependencies: { one: '1.0.0', two: '1.0.0' } },
];

it('counts transitive dependencies once', () => {
  expect(measureInstallSize('one', packed)).toEqual({ packages: 1, bytes: 1_000_000 });
  expect(measureInstallSize('all', packed)).toEqual({ packages: 3, bytes: 1_250_000 });
});

it('formats sizes as in the READMEs', () => {
  expect(installSizeText({ packages: 1, bytes: 1_000_000 })).toBe('1 package, 1.0 MB');
  expect(installSizeText({ packages: 3, bytes: 1_250_000 })).toBe('3 packages, 1.3 MB');
});
