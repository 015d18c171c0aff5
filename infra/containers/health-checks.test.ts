import { readFileSync } from 'node:fs';
import { API_PATHS } from '@outharbor/contract/paths';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface ComposeFile {
  readonly services: { readonly api: { readonly healthcheck: { readonly test: readonly string[] } } };
}
interface Probe {
  readonly httpGet: { readonly path: string };
}
interface Deployment {
  readonly kind: string;
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly Readonly<Record<string, Probe>>[] } };
  };
}

it.each(['docker-compose.yml', 'docker-compose.live.yml'])(
  '%s checks API liveness, not the health of Stripe and Firebase',
  (file) => {
    const { services }: ComposeFile = parse(read(file), { merge: true });
    expect(services.api.healthcheck.test).toEqual(['CMD', 'watched', 'http-ok', '3000', API_PATHS.live]);
  },
);

it('the image checks liveness by default', () => {
  expect(read('Dockerfile.api')).toContain(`CMD ["http-ok", "3000", "${API_PATHS.live}"]`);
});

it('Kubernetes uses liveness for both readiness and restarts', () => {
  const documents = parseAllDocuments(read('infra/kubernetes/base/api.yaml'));
  const objects = documents.map((document): Deployment => document.toJSON());
  const [container] = objects.find(({ kind }) => kind === 'Deployment')?.spec.template.spec.containers ?? [];
  for (const probe of ['readinessProbe', 'livenessProbe']) {
    expect(container?.[probe]?.httpGet.path, probe).toBe(API_PATHS.live);
  }
  expect(container?.startupProbe).toBeUndefined();
});
