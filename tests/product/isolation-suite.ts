import { describe, expect, it } from 'vitest';
import { docker } from '../../infra/emulators/tests/support/docker.ts';
import { type ComposeProject, compose } from '../support/containers/compose.ts';
import { SERVICES } from './services.ts';

interface Network {
  readonly Internal: boolean;
  readonly Options: Readonly<Record<string, string>>;
}

const WITH_A_SHELL = SERVICES.filter(({ service }) => service !== 'stripe-mock');
/** Two public name servers, which are reachable from any machine with internet access. */
const OUTSIDE = ['1.1.1.1/443', '8.8.8.8/53'];

/** Tests that no service can reach the internet. */
export function describeIsolation(project: () => ComposeProject): void {
  const network = async (name: string): Promise<Network> => {
    const [found] = JSON.parse(await docker(['network', 'inspect', `${project().name}_${name}`]));
    return found;
  };

  describe('the stack network', () => {
    it('is internal', async () => {
      expect((await network('inside')).Internal).toBe(true);
    });

    it('has a second network for published ports, without masquerading', async () => {
      const { Options } = await network('edge');
      expect(Options['com.docker.network.bridge.enable_ip_masquerade']).toBe('false');
    });
  });

  // Most of the time is spent waiting for timeouts, so the services run concurrently.
  describe.concurrent.each(WITH_A_SHELL)('$service', ({ service }) => {
    const shell = (script: string) => compose(project(), 'exec', '-T', service, 'bash', '-c', script);

    it.each(OUTSIDE)('cannot connect to %s', async (address) => {
      const attempt = `timeout 2 bash -c '</dev/tcp/${address}' 2>/dev/null && echo connected || echo refused`;
      expect(await shell(attempt)).toBe('refused\n');
    });

    it('cannot resolve a public host name', async () => {
      expect(await shell('timeout 10 getent hosts www.google.com || echo unknown')).toBe('unknown\n');
    });
  });
}
