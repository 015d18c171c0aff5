import { embeddedTarget } from '../support/embedded-target.ts';
import { describeFrontDoor } from '../support/front-door/front-door-suite.ts';

const target = embeddedTarget();

describeFrontDoor(() => {
  const { stack, url } = target();
  return {
    url,
    withApiUnavailable: async (during) => {
      await stack.api.kill('SIGKILL');
      try {
        await during();
      } finally {
        await stack.api.restart();
      }
    },
  };
});
