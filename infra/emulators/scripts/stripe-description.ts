import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/step.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema & { readonly enum?: readonly string[] }>>;
  readonly 'x-expandableFields'?: readonly string[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Specification {
  readonly info: { readonly version: string };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const TARGET = join(ROOT, 'infra/emulators/stripe/src/description/description.json');

/** Reduces Stripe's API description to operations, their parameters and expandable fields. */
function descriptionOf({ info, components, paths }: Specification) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':id')}`,
      namesOf(operation),
    ]),
  );
  return {
    version: info.version,
    operations: Object.fromEntries(operations),
    expandable: expandableFields(Object.values(components.schemas)),
  };
}

function namesOf({ parameters = [], requestBody }: Operation): string[] {
  const [form] = Object.values(requestBody?.content ?? {});
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const names = [...inQuery, ...Object.keys(form?.schema.properties ?? {})];
  return names.filter((name) => name !== 'expand').toSorted();
}

function expandableFields(schemas: readonly Schema[]): Record<string, readonly string[]> {
  const fields = new Map<string, readonly string[]>();
  for (const schema of schemas) {
    // Nested objects have no type; their fields are collected under the empty name.
    const type = schema.properties?.object?.enum?.[0] ?? '';
    const own = schema['x-expandableFields'] ?? [];
    if (own.length > 0) fields.set(type, [...new Set([...(fields.get(type) ?? []), ...own])].toSorted());
  }
  return Object.fromEntries([...fields].toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Members of a union type in the SDK, whose types are newer than the description. */
async function namesOfSdk(resource: string, union: RegExp): Promise<string[]> {
  const path = join(ROOT, 'node_modules/stripe/cjs/resources', `${resource}.d.ts`);
  const [, names = ''] = union.exec(await readFile(path, 'utf8')) ?? [];
  return Array.from(names.matchAll(/'([^']+)'/g), ([, name = '']) => name);
}

const [source] = process.argv.slice(2);
if (source === undefined)
  throw new Error('usage: node infra/emulators/scripts/stripe-description.ts path/to/spec3.json');
const specification = JSON.parse(await readFile(source, 'utf8')) as Specification;
const description = {
  ...descriptionOf(specification),
  eventTypes: await namesOfSdk('WebhookEndpoints', /type EnabledEvent = ([^;]+);/),
  taxIdTypes: await namesOfSdk('TaxIds', /namespace TaxIdCreateParams \{.*?type Type = ([^;]+);/s),
};
await writeFile(TARGET, `${JSON.stringify(description, null, 2)}\n`);
