import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../tests/support/test-folder.ts';
import { type EnvironmentReaders, readEnvironment } from './environment.ts';

const readAll = ({ text, flag, integer, port, url, secret }: EnvironmentReaders) => ({
  name: text('NAME'),
  on: flag('ON'),
  days: integer('DAYS', 1, 30),
  port: port('PORT'),
  site: url('SITE'),
  key: secret('KEY'),
});

it('reads each kind of variable', () => {
  const environment = {
    NAME: 'a',
    ON: 'false',
    DAYS: '30',
    PORT: '0',
    SITE: 'https://site.test/a/',
    KEY: 'k',
  };
  expect(readEnvironment(environment, readAll)).toEqual({
    name: 'a',
    on: false,
    days: 30,
    port: 0,
    site: 'https://site.test/a',
    key: 'k',
  });
});

it('omits unset and empty variables', () => {
  expect(readEnvironment({}, readAll)).toEqual({});
  const empty = { NAME: '', ON: '', DAYS: '', PORT: '', SITE: '', KEY: '' };
  expect(readEnvironment(empty, readAll)).toEqual({});
});

it('reports every invalid variable in one error, with what it must be', () => {
  const environment = { ON: 'yes', DAYS: '0', PORT: '65536', SITE: 'ftp://site.test' };
  expect(() => readEnvironment(environment, readAll)).toThrow(
    [
      'ON must be true or false, not "yes"',
      'DAYS must be an integer from 1 to 30, not "0"',
      'PORT must be an integer from 0 to 65535, not "65536"',
      'SITE must be an http or https URL, not "ftp://site.test"',
    ].join('; '),
  );
});

it.each(['-1', '1.5', 'x', '1e3', ' '])('rejects the port %j', (PORT) => {
  expect(() => readEnvironment({ PORT }, readAll)).toThrow(/^PORT must be an integer from 0 to 65535/);
});

it('includes faults that the caller reports', () => {
  const read = () =>
    readEnvironment({ PORT: 'x' }, ({ port, fault }) => {
      fault('A needs B');
      return { port: port('PORT') };
    });
  expect(read).toThrow(/^A needs B; PORT must be/);
});

it('reads a secret from the file that NAME_FILE names, and reports an unreadable file', async () => {
  const folder = await testFolder();
  const file = join(folder, 'key');
  writeFileSync(file, 'from-file\n');
  expect(readEnvironment({ KEY: 'k', KEY_FILE: file }, readAll)).toEqual({ key: 'from-file' });
  expect(() => readEnvironment({ KEY_FILE: `${file}s` }, readAll)).toThrow(
    /^KEY_FILE must be a readable file/,
  );
});
