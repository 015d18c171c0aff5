import { describeFrontDoor } from '../front-door/front-door-suite.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

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
