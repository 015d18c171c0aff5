import { describe, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { CLOSED_ACCOUNT, useTheAccount } from '../../support/browser/account-by-keyboard-suite.ts';
import { createRemoteKeyboard } from '../../support/browser/keyboard.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { DESKTOP, engineFixture, PHONE } from '../../support/webdriver/engine-fixture.ts';
import { ENGINES } from '../../support/webdriver/engines.ts';

const target = embeddedTarget();

describe.each(ENGINES)('in $engine', ({ need, start }) => {
  const arrive = engineFixture(start);

  it.each([
    { window: 'a desktop', size: DESKTOP },
    { window: 'a phone', size: PHONE },
  ])(
    'every account feature works with the keyboard only, in the window of $window',
    // Generous, because it includes the browser start on a busy machine.
    { timeout: 300_000, tags: need },
    async ({ size }) => {
      const { path: profile, close } = await temporaryFolder();
      onTestFinished(close);
      const page = await arrive({ size, profile, expected: CLOSED_ACCOUNT });
      await useTheAccount(createRemoteKeyboard(page, profile), { target: target(), narrow: size === PHONE });
    },
  );
});
