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

  // All the time is spent waiting for timeouts, so everything runs concurrently.
  it.concurrent.each(WITH_A_SHELL)(
    '$service reaches itself, but neither an address nor a name of the internet',
    async ({ service }) => {
      const outside = [
        ...OUTSIDE.map((address) => `bash -c '</dev/tcp/${address}'`),
        'getent hosts www.google.com',
      ];
      const reached = ['getent hosts localhost', ...outside].map(
        (attempt) => `timeout 3 ${attempt} >/dev/null 2>&1 && echo "${attempt}" &`,
      );
      const script = `${reached.join('\n')}\nwait`;
      expect(await compose(project(), 'exec', '-T', service, 'bash', '-c', script)).toBe(
        'getent hosts localhost\n',
      );
    },
  );
}
