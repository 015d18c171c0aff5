import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { temporaryFolder } from '../../infra/emulators/tests/support/temporary-folder.ts';
import { toTarget } from './embedded-target.ts';
import type { LoopTarget } from './loop-suite.ts';

export type RestartableStack = Awaited<ReturnType<typeof startRestartableStack>>;

/** The whole product in one process tree. */
export async function startRestartableStack() {
  const data = await temporaryFolder();
  // Outside the ephemeral range, so that no other connection takes the port during the restart.
  const options = { dataDir: data.path, port: await freePort('127.0.0.1') };
  let stack = await startEmbeddedStack(options);
  return {
    url: stack.url,
    pay: (...payment: Parameters<LoopTarget['pay']>) => toTarget(stack).pay(...payment),
    settle: () => stack.settle(),
    /** Stops everything and starts it again at the same address with its data. */
    restart: async () => {
      await stack.close();
      stack = await startEmbeddedStack(options);
    },
    close: async () => {
      await stack.close();
      await data.close();
    },
  };
}
