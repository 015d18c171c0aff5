import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConsoleHandle, startConsole } from '@outharbor/console';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { customerMarks, enrol, mailTexts } from '@outharbor/embedded/product/demo-accounts';
import { afterAll, beforeAll } from 'vitest';
import { buildConsolePage } from '../../../infra/emulators/console/src/build-page.ts';
import type { EmbeddedTarget } from '../embedded-target.ts';

/** Starts a console for the embedded stack of a test file, with a page built from the current sources. */
export function consoleFixture(target: () => EmbeddedTarget): () => ConsoleHandle {
  let pageDir: string;
  let running: ConsoleHandle;
  beforeAll(async () => {
    pageDir = await mkdtemp(join(tmpdir(), 'console-page-'));
    await buildConsolePage(pageDir);
    const { stack } = target();
    running = await startConsole({
      enrol,
      pageDir,
      targets: {
        mailTexts,
        customerMarks,
        siteUrl: stack.url,
        actionUrl: `${stack.url}${SITE_PATHS.accountAction}`,
        identityUrl: stack.identity.url,
        identityControlUrl: stack.identity.controlUrl,
        databaseUrl: stack.database.url,
        databaseControlUrl: stack.database.controlUrl,
        stripeUrl: stack.stripe.url,
        stripeControlUrl: stack.stripe.controlUrl,
        schedulingControlUrl: stack.scheduling.controlUrl,
        projectId: 'demo-outharbor',
        databaseNamespace: 'demo-outharbor-default-rtdb',
      },
    });
  });
  afterAll(async () => {
    await running?.close();
    await rm(pageDir, { recursive: true });
  });
  return () => running;
}
