import { randomUUID } from 'node:crypto';
import type { Closing } from '@outharbor/embedded/closing';
import { waitUntilReady } from '@outharbor/embedded/wait-until-ready';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { buildImages, removeImages } from '../../support/containers/built-images.ts';
import { startContainer } from '../../support/containers/single-container.ts';

interface SiteOptions {
  /** TRUSTED_PROXIES; by default no proxy is trusted. */
  readonly trustedProxies?: string;
  /** The network whose first address is the source of requests; chosen by the engine by default. */
  readonly subnet?: string;
}

/** Starts a container of the web image in a separate network and resolves with its local URL. */
export type StartSite = (options?: SiteOptions) => Promise<string>;

/** Builds the web image for containers that forward calls to the API at `apiPort` of this machine. */
export async function buildSite(
  closing: Closing,
  apiPort: number,
  settings: Readonly<Record<string, string>>,
): Promise<StartSite> {
  const tag = `outharbor-live-${randomUUID().slice(0, 8)}`;
  await closing.add(buildImages(tag, ['web']).then(() => ({ close: () => removeImages(tag, ['web']) })));
  return async ({ trustedProxies = '', subnet } = {}) => {
    const network = `${tag}-${randomUUID().slice(0, 8)}`;
    const [host, port] = await Promise.all([
      closing.add(createNetwork(network, subnet)).then(({ gateway }) => gateway),
      freePort('127.0.0.1'),
    ]);
    const environment = {
      ...settings,
      EMULATED: 'false',
      API_UPSTREAM: `${host}:${apiPort}`,
      TRUSTED_PROXIES: trustedProxies,
    };
    const publish = ['--publish', `127.0.0.1:${port}:8080`];
    const starting = startContainer(`outharbor/web:${tag}`, network, environment, publish);
    await closing.add(starting.then(({ remove }) => ({ close: remove })));
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(url, { withinMs: 30_000, signal: new AbortController().signal });
    return url;
  };
}

/** Creates a network with this machine as gateway, so that requests to published ports come from it. */
async function createNetwork(name: string, subnet: string | undefined) {
  const chosen = subnet ? ['--subnet', subnet, '--gateway', subnet.replace(/0\/\d+$/, '1')] : [];
  await docker(['network', 'create', ...chosen, name]);
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const gateway = (await docker(['network', 'inspect', name, '--format', format])).trim();
  return {
    gateway,
    close: async () => {
      await docker(['network', 'rm', name]);
    },
  };
}
