import { describe, expect, it } from 'vitest';
import { type ComposeProject, compose, docker } from './compose.ts';
import { SERVICES } from './services.ts';

interface Network {
  readonly Internal: boolean;
  readonly Options: Readonly<Record<string, string>>;
}

const WITH_A_SHELL = SERVICES.filter(({ service }) => service !== 'stripe-mock');
/** Public addresses that answer everywhere where anything does: two name servers. */
const OUTSIDE = ['1.1.1.1/443', '8.8.8.8/53'];

/** Nothing in the stack reaches beyond it. */
export function describeIsolation(project: () => ComposeProject): void {
  const network = async (name: string): Promise<Network> => {
    const [found] = JSON.parse(await docker(['network', 'inspect', `${project().name}_${name}`]));
    return found;
  };

  describe('the network of the stack', () => {
    it('has no way out', async () => {
      expect((await network('inside')).Internal).toBe(true);
    });

    it('is joined by a second one for published ports, whose packets are not given a public address', async () => {
      const { Options } = await network('edge');
      expect(Options['com.docker.network.bridge.enable_ip_masquerade']).toBe('false');
    });
  });

  // Most of the time is spent waiting for an answer that does not come, so the services wait side by side.
  describe.concurrent.each(WITH_A_SHELL)('$service', ({ service }) => {
    const shell = (script: string) => compose(project(), 'exec', '-T', service, 'bash', '-c', script);

    it.each(OUTSIDE)('cannot connect to %s', async (address) => {
      const attempt = `timeout 2 bash -c '</dev/tcp/${address}' 2>/dev/null && echo connected || echo refused`;
      expect(await shell(attempt)).toBe('refused\n');
    });

    it('cannot look up a name of the outside', async () => {
      expect(await shell('timeout 10 getent hosts www.google.com || echo unknown')).toBe('unknown\n');
    });
  });
}
