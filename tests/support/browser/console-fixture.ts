import { type ConsoleHandle, startConsole, targetAddresses } from '@outharbor/console';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { customerMarks, enrol, mailTexts } from '@outharbor/embedded/product/demo-accounts';
import { buildConsolePage } from '../../../infra/emulators/console/src/build-page.ts';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import type { EmbeddedTarget } from '../embedded-target.ts';

/** Starts a console for the embedded stack of a test file, with a page built from the current sources. */
export function consoleFixture(target: () => EmbeddedTarget): () => ConsoleHandle {
  const page = suiteFixture(temporaryFolder);
  const running = suiteFixture(async () => {
    await buildConsolePage(page.path);
    const { stack } = target();
    return startConsole({
      enrol,
      pageDir: page.path,
      targets: {
        ...targetAddresses(stack, 'demo-outharbor'),
        mailTexts,
        customerMarks,
        siteUrl: stack.url,
        actionUrl: `${stack.url}${SITE_PATHS.accountAction}`,
      },
    });
  });
  return () => running;
}
