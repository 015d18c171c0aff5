import { expect, it } from 'vitest';
import { trustLines } from './trust-lines.ts';

const linesFor = (authorityFile: string) =>
  trustLines(
    { authorityFile, trustFile: authorityFile, spkiHash: 'hash', urls: {}, realNames: undefined },
    'demo-shop',
  ).split('\n');

it('prints each path as one word of a shell', () => {
  const lines = linesFor('/Users/Ada L/emulators/authority.pem');
  expect(lines).toContain('  Node   NODE_EXTRA_CA_CERTS="/Users/Ada L/emulators/authority.pem"');
  expect(lines).toContain('  curl   curl --cacert "/Users/Ada L/emulators/authority.pem"');
  expect(lines.join()).toContain('-keystore "/Users/Ada L/emulators/trust.p12"');
  expect(linesFor('/tmp/authority.pem')).toContain('  Go     SSL_CERT_FILE=/tmp/authority.pem');
});

it('prints a path of Windows as a string that Python reads', () => {
  const python = linesFor('C:\\Users\\ada\\authority.pem').find((line) => line.includes('ca_bundle_path'));
  expect(python).toContain('stripe.ca_bundle_path = "C:\\\\Users\\\\ada\\\\authority.pem"');
});
