import { beforeAll, describe, expect, it } from 'vitest';
import { type ComposeProject, compose } from '../support/containers/compose.ts';
import { type Inspection, inspectContainers } from './inspection.ts';
import { SERVICES } from './services.ts';

/** Tests the security settings of every container and the contents of the images. */
export function describeHardening(project: () => ComposeProject): void {
  let inspections: ReadonlyMap<string, Inspection>;
  beforeAll(async () => {
    inspections = await inspectContainers(project());
  });
  const inspect = (service: string): Inspection => {
    const found = inspections.get(service);
    if (!found) throw new Error(`There is no container of ${service}`);
    return found;
  };

  describe.each(SERVICES)('the container of $service', ({ service, published }) => {
    it('runs without root, capabilities or a writable file system', () => {
      const { Config, HostConfig, Mounts } = inspect(service);
      expect(Config.User).toMatch(/^(?!root\b|0\b).+/);
      expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, Privileged: false, Init: true });
      expect(HostConfig.CapDrop).toEqual(['ALL']);
      expect(HostConfig.CapAdd ?? []).toEqual([]);
      expect(HostConfig.SecurityOpt).toContain('no-new-privileges:true');
      expect(Mounts.every(({ Type }) => Type !== 'bind')).toBe(true);
    });

    it('has limits, a passing health check and a restart policy', () => {
      const { Config, HostConfig, State } = inspect(service);
      expect(HostConfig.Memory).toBeGreaterThan(0);
      expect(HostConfig.PidsLimit).toBeGreaterThan(0);
      expect(HostConfig.RestartPolicy.Name).toBe('unless-stopped');
      expect(HostConfig.LogConfig.Config).toMatchObject({ 'max-size': '10m', 'max-file': '3' });
      expect(Config.Healthcheck).toBeDefined();
      expect(State.Health?.Status).toBe('healthy');
    });

    it(published ? 'is published on the loopback address only' : 'is not published', () => {
      const { HostConfig } = inspect(service);
      const addresses = Object.values(HostConfig.PortBindings ?? {}).flat();
      expect(addresses.map(({ HostIp }) => HostIp)).toEqual(published ? ['127.0.0.1'] : []);
    });
  });

  // Most of the time is spent waiting for the container engine.
  describe.concurrent.each([
    { service: 'web', folder: '/usr/share/nginx/site' },
    { service: 'api', folder: '/app' },
  ])('the image of $service', ({ service, folder }) => {
    const shell = (script: string) => compose(project(), 'exec', '-T', service, 'bash', '-c', script);

    it('contains no source map, source or environment file', async () => {
      const found = await shell(
        `find ${folder} -name '*.map' -o -name '*.ts' -o -name '*.tsx' -o -name '.env*' -o -name '.npmrc'`,
      );
      expect(found).toBe('');
    });

    it('contains no compiler', async () => {
      expect(await shell('command -v gcc cc make python3 go tsc || true')).toBe('');
    });

    it('is read-only', async () => {
      expect(await shell(`touch ${folder}/x 2>/dev/null && echo written || echo rejected`)).toBe(
        'rejected\n',
      );
    });
  });
}
