import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly template?: { readonly metadata: { readonly labels: Readonly<Record<string, string>> } };
  };
}
interface Kustomization {
  readonly resources: readonly string[];
  readonly replacements: readonly Replacement[];
}

interface Replacement {
  readonly source: { readonly fieldPath: string };
  readonly targets: readonly { readonly select: { readonly kind: string; readonly name: string } }[];
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const CACHE = join(FOLDER, '../../.cache');
// Must be inside the repository, so that the compiler resolves the Kubernetes types.
mkdirSync(CACHE, { recursive: true });
const scratch = mkdtempSync(join(CACHE, 'kubernetes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const kustomization: Kustomization = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'));
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document): Manifest => document.toJSON()),
);

/** Renders each manifest as a typed constant, so that an unknown field or a wrong type is a compile error. */
function typeErrors(objects: readonly Manifest[]): string {
  const lines = objects.map((object, index) => {
    const module = object.apiVersion.includes('/') ? object.apiVersion.replace('.k8s.io', '') : 'core/v1';
    return `export const o${index}: import('kubernetes-types/${module}').${object.kind} = ${JSON.stringify(object)};`;
  });
  const file = join(scratch, 'manifests.ts');
  writeFileSync(file, lines.join('\n'));
  const options = ['--noEmit', '--strict', '--module', 'preserve', '--ignoreConfig', file];
  return spawnSync('tsc', options, { cwd: FOLDER, encoding: 'utf8' }).stdout;
}

it('contains only known Kubernetes objects and fields', () => {
  expect(manifests.length).toBeGreaterThan(10);
  expect(typeErrors(manifests)).toBe('');
});

it('fails on a misspelt field', () => {
  const [first] = manifests.filter(({ kind }) => kind === 'Deployment');
  const misspelt = { ...first, spec: { ...first?.spec, replica: 2 } } as Manifest;
  expect(typeErrors([misspelt])).toMatch(/replica.* does not exist in type 'DeploymentSpec'/);
});

it('lists every file and names each service and workload after its selector', () => {
  const others = ['kustomization.yaml', ...kustomization.resources];
  expect(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.yaml'))
      .toSorted(),
  ).toEqual(others.toSorted());
  const labels = new Map(
    manifests.flatMap(({ metadata, spec }) =>
      spec?.template ? [[metadata.name, spec.template.metadata.labels] as const] : [],
    ),
  );
  const services = manifests.filter(({ kind }) => kind === 'Service');
  const workload = (service: string) => service.replace(/-replicas$/, '');
  expect(services.map(({ metadata, spec }) => [metadata.name, spec?.selector])).toEqual(
    services.map(({ metadata }) => [metadata.name, labels.get(workload(metadata.name))]),
  );
});

it('takes the tag of our images from a required setting', () => {
  const images = manifests.flatMap(({ kind, metadata, spec }) =>
    /"image":"outharbor\/[^":]+"/.test(JSON.stringify(spec ?? {})) ? [{ kind, name: metadata.name }] : [],
  );
  const [{ source, targets } = expect.fail('nothing is replaced')] = kustomization.replacements;
  expect(source.fieldPath).toBe('data.IMAGE_TAG');
  expect(targets.map(({ select }) => select)).toEqual(images);
  expect(readFileSync(join(FOLDER, 'settings.env'), 'utf8')).not.toMatch(/^IMAGE_TAG/m);
});

it('sets the trusted proxies and passes them to the site', () => {
  expect(readFileSync(join(FOLDER, 'settings.env'), 'utf8')).toMatch(/^TRUSTED_PROXIES=[\d.:/ a-f]+$/m);
  const web = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'web');
  expect(JSON.stringify(web?.spec)).toContain('"envFrom":[{"configMapRef":{"name":"settings"}}]');
});
