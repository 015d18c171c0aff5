import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { expect, it, onTestFinished } from 'vitest';
import { readFields } from '../../support/identity/official-calls.ts';
// Of firebase-tools 15.34.2, written by scripts/identity-official-fields.ts.
import recorded from '../../support/identity/official-fields.json' with { type: 'json' };

const OFFICIAL: Readonly<Record<string, readonly string[]>> = recorded;

/** Fields here that are not there, and the other way round; each on purpose. */
const DIFFERENCES: Readonly<
  Record<string, { readonly more?: RegExp; readonly missing?: RegExp; readonly why: string }>
> = {
  'createAuthUri provider': { more: /^error\.errors\[\]\.domain/, why: 'every error is of one shape' },
  'admin lookup': { missing: /^users\[\]\.lastLoginAt/, why: 'that user has never signed in' },
  'config of the emulator': {
    missing: /^emailPrivacyConfig\./,
    why: 'older clients reject it while it is off',
  },
  'change it': { missing: /^emailPrivacyConfig\./, why: 'older clients reject it while it is off' },
  config: { more: /^(mfa|notification|passwordPolicyConfig)\./, why: 'these settings exist here only' },
  'change config': {
    more: /^(mfa|notification|passwordPolicyConfig)\./,
    why: 'these settings exist here only',
  },
};

it('in permissive mode every answer has exactly the fields of the official emulator, but for these', async () => {
  const emulator = await startIdentityEmulator({
    projectId: 'demo-fields',
    permissive: true,
    onWarning: () => {},
  });
  onTestFinished(() => emulator.close());
  const ours = await readFields(emulator.url);
  expect(Object.keys(ours)).toEqual(Object.keys(OFFICIAL));
  for (const [name, fields] of Object.entries(ours)) {
    const { more = /^$/, missing = /^$/ } = DIFFERENCES[name] ?? {};
    const [here, there] = [fields, OFFICIAL[name] ?? []];
    expect(
      {
        more: here.filter((field) => !there.includes(field) && !more.test(field)),
        missing: there.filter((field) => !here.includes(field) && !missing.test(field)),
      },
      name,
    ).toEqual({ more: [], missing: [] });
  }
});
