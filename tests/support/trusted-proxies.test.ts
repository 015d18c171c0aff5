import { readFileSync } from 'node:fs';
import { interpolate } from '@outharbor/rehearsal/compose-settings';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { documentedProxies } from './trusted-proxies.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly unknown[];
}
const readServices = (file: string): Readonly<Record<'door' | 'web' | 'api', Service>> =>
  parse(read(file), { merge: true }).services;

const kubernetes = (file: string) =>
  parseAllDocuments(read(`infra/kubernetes/${file}`)).map((document) => document.toJS());
const find = (file: string, kind: string, name: string) =>
  kubernetes(file).find((object) => object.kind === kind && object.metadata.name === name);
const findContainer = (file: string, name: string) =>
  find(file, 'Deployment', name).spec.template.spec.containers[0];

describe('proxy trust in the deployment files', () => {
  it('lets the API trust web, and the door and web trust TRUSTED_PROXIES, in Compose', () => {
    const { door, web, api } = readServices('docker-compose.live.yml');
    expect(api.environment.TRUST_PROXY).toBe('uniquelocal');
    const variables = { TRUSTED_PROXIES: '192.0.2.0/24' };
    for (const { environment } of [door, web])
      expect(interpolate(environment.TRUSTED_PROXIES ?? '', variables)).toBe('192.0.2.0/24');
  });

  it('leaves the API reachable only through web in Compose', () =>
    expect(readServices('docker-compose.live.yml').api.ports).toBeUndefined());

  it('docker-compose.live.yml publishes the door on the loopback address by default', () => {
    const { door, web } = readServices('docker-compose.live.yml');
    expect(web.ports).toBeUndefined();
    expect(door.ports?.map((port) => interpolate(String(port), {}))).toEqual(['127.0.0.1:8080:8080']);
  });

  it('lets the API trust web and be reached only from it in Kubernetes', () => {
    expect(findContainer('base/api.yaml', 'api').env).toContainEqual({
      name: 'TRUST_PROXY',
      value: 'uniquelocal',
    });
    const { ingress } = find('base/network-policies.yaml', 'NetworkPolicy', 'api').spec;
    const callers = ingress.filter(({ ports }: { ports: { port: string }[] }) => ports[0]?.port === 'http');
    expect(callers).toMatchObject([{ from: [{ podSelector: { matchLabels: { app: 'web' } } }] }]);
    expect(callers[0].from).toHaveLength(1);
  });

  it('lets web trust the documented networks and be reached only from pods in Kubernetes', async () => {
    expect(findContainer('base/web.yaml', 'web').envFrom).toEqual([{ configMapRef: { name: 'settings' } }]);
    const { configMapGenerator } = parse(read('infra/kubernetes/overlays/live/kustomization.yaml'));
    expect(configMapGenerator).toEqual([{ name: 'settings', envs: ['settings.env'] }]);
    const [, networks] =
      /^TRUSTED_PROXIES=(.*)$/m.exec(read('infra/kubernetes/overlays/live/settings.env')) ?? [];
    expect(networks).toBe(await documentedProxies('Kubernetes'));
    // Neither NodePort nor LoadBalancer, so traffic arrives only through the ingress controller.
    expect(find('base/web.yaml', 'Service', 'web').spec.type ?? 'ClusterIP').toBe('ClusterIP');
    const { rules } = find('components/ingress/ingress.yaml', 'Ingress', 'site').spec;
    expect(rules[0].http.paths[0].backend.service.name).toBe('web');
  });
});
