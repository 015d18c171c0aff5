import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operationName, type ParameterSchema } from '../stripe/src/description/description.ts';
import { ENDPOINTS } from '../stripe/src/server/installed.ts';
import { ROOT } from '../tests/support/repository-root.ts';
import { STRIPE_MOCK_VERSION } from '../tests/support/stripe/stripe-mock-binary.ts';
import { answerSchemas, nullableFields, type Schema } from './stripe-answers.ts';
import { newerNames } from './stripe-sdk-names.ts';

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly responses?: Readonly<Record<string, object>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Specification {
  readonly info: { readonly version: string };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** stripe-mock's releases with earlier descriptions, for the parameters that Stripe has removed since. */
const FORMER_RELEASES = ['v0.197.0', 'v0.162.0'];
/** From Stripe's changelog of the version; all else is known to be gone in the next described version. */
const REMOVED_IN: Readonly<Record<string, string>> = { 'GET /v1/invoices/upcoming': '2025-03-31.basil' };
/** What the earlier descriptions lack: from Stripe's changelog and the types of the SDK's releases 11 and 17. */
const REMOVED_APART: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '2023-08-16': {
    'GET /v1/balance_transactions': ['available_on'],
    'POST /v1/payment_methods/:id': [
      ...['acss_debit', 'affirm', 'au_becs_debit', 'bacs_debit', 'blik', 'cashapp', 'sepa_debit'],
    ],
    'POST /v1/prices/:id': ['recurring'],
    'POST /v1/products': ['attributes', 'caption', 'deactivate_on'],
    'POST /v1/products/:id': ['attributes', 'caption', 'deactivate_on'],
  },
  '2025-03-31.basil': { 'POST /v1/payment_methods/:id': ['naver_pay', 'pay_by_bank'] },
  '2026-09-30.endive': {
    'POST /v1/checkout/sessions': ['payment_method_types'],
    'POST /v1/payment_intents': ['payment_method_types'],
    'POST /v1/payment_intents/:id': ['payment_method_types'],
    'POST /v1/payment_intents/:id/confirm': ['payment_method_types'],
    'POST /v1/setup_intents': ['payment_method_types'],
    'POST /v1/setup_intents/:id': ['payment_method_types'],
  },
};
const TARGET = join(ROOT, 'infra/emulators/stripe/src/description/description.json');
const ANSWERS = join(ROOT, 'infra/emulators/tests/support/stripe/described-answers.json');
const STANDARD_LENGTH = 5000;

async function readSpecification(release: string): Promise<Specification> {
  const { stdout } = await promisify(execFile)('go', [
    'mod',
    'download',
    '-json',
    `github.com/stripe/stripe-mock@${release}`,
  ]);
  const { Dir } = JSON.parse(stdout) as { Dir: string };
  return JSON.parse(await readFile(join(Dir, 'embedded/openapi/spec3.json'), 'utf8'));
}

function compact(schema: Schema): ParameterSchema {
  if (schema.anyOf !== undefined) {
    const others = schema.anyOf.filter(({ enum: values }) => values?.[0] !== '');
    const choices = others.map(compact);
    const inner = choices.length === 1 ? (choices[0] as ParameterSchema) : { any: choices };
    return others.length < schema.anyOf.length ? { clearable: inner } : inner;
  }
  if (schema.enum !== undefined) {
    const choices = { of: schema.enum.filter((value) => value !== '') };
    return choices.of.length < schema.enum.length ? { clearable: choices } : choices;
  }
  if (schema.type === 'array') return { list: compact(schema.items ?? {}) };
  if (schema.properties !== undefined) return compactObject(schema.properties, schema.required);
  if (typeof schema.additionalProperties === 'object') return { map: compact(schema.additionalProperties) };
  if (schema.format === 'currency' || schema.format === 'decimal') return schema.format;
  if (schema.type !== 'string') return (schema.type ?? 'any') as ParameterSchema;
  const { maxLength = STANDARD_LENGTH } = schema;
  return maxLength === STANDARD_LENGTH ? 'string' : { string: maxLength };
}

function compactObject(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []) {
  const fields = Object.entries(properties).map(([name, schema]) => [
    required.includes(name) ? `${name}!` : name,
    compact(schema),
  ]);
  return { fields: Object.fromEntries(fields) as Record<string, ParameterSchema> };
}

const formatCall = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':id')}`;

function listOperations({ paths }: Specification): Map<string, Record<string, ParameterSchema>> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [formatCall(method, path), listParameters(operation)] as const,
    ),
  );
  return new Map(calls);
}

function listParameters({ parameters = [], requestBody }: Operation): Record<string, ParameterSchema> {
  const [form] = Object.values(requestBody?.content ?? {});
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const { fields } = compactObject(
    { ...Object.fromEntries(query.map(({ name, schema }) => [name, schema])), ...form?.schema.properties },
    [...query.filter(({ required }) => required).map(({ name }) => name), ...(form?.schema.required ?? [])],
  );
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.filter(([name]) => name !== 'expand'));
}

/** The fields that a path of names leads to, through lists, maps and alternatives. */
function fieldsWithin(schema: ParameterSchema | undefined): Record<string, ParameterSchema>[] {
  if (typeof schema !== 'object') return [];
  if ('fields' in schema) return [schema.fields as Record<string, ParameterSchema>];
  if ('any' in schema) return schema.any.flatMap(fieldsWithin);
  if ('clearable' in schema) return fieldsWithin(schema.clearable);
  if ('list' in schema) return fieldsWithin(schema.list);
  return 'map' in schema ? fieldsWithin(schema.map) : [];
}

function findPlaces(
  root: Record<string, ParameterSchema>,
  path: readonly string[],
): Record<string, ParameterSchema>[] {
  return path.reduce<Record<string, ParameterSchema>[]>(
    (places, name) => places.flatMap((place) => fieldsWithin(place[name] ?? place[`${name}!`])),
    [root],
  );
}

const has = (places: readonly Record<string, ParameterSchema>[], name: string) =>
  places.some((place) => name in place || `${name}!` in place);

/** Adds what only the SDK's newer types have, without values, and returns the calls that only they have. */
async function addNewer(operations: Map<string, Record<string, ParameterSchema>>): Promise<string[]> {
  const newer = await newerNames(join(ROOT, 'node_modules/stripe'), (call, path) => {
    const root = operations.get(call);
    if (root === undefined || path.length === 0) return root && true;
    const places = findPlaces(root, path.slice(0, -1));
    return places.length === 0 ? undefined : has(places, path.at(-1) ?? '');
  });
  for (const [call, paths] of newer) {
    for (const path of paths) {
      for (const place of findPlaces(operations.get(call) ?? {}, path.slice(0, -1)))
        place[path.at(-1) ?? ''] ??= 'any';
    }
  }
  return [...newer.keys()].filter((call) => call.includes(' /v1/') && !operations.has(call)).toSorted();
}

/** Every parameter as a path, such as `items[price]`. */
function* listPaths(fields: Record<string, ParameterSchema>, parent = ''): Generator<string> {
  for (const [key, schema] of Object.entries(fields)) {
    const name = key.replace(/!$/, '');
    const path = parent === '' ? name : `${parent}[${name}]`;
    yield path;
    for (const inner of fieldsWithin(schema)) yield* listPaths(inner, path);
  }
}

/** The parameters that Stripe has removed, each with a version that no longer has it. */
function removedFrom(
  newest: Map<string, Record<string, ParameterSchema>>,
  former: readonly Specification[],
  version: string,
) {
  const removed: Record<string, Record<string, string>> = {};
  for (const [since, calls] of Object.entries(REMOVED_APART)) {
    for (const [call, names] of Object.entries(calls))
      removed[call] = { ...removed[call], ...Object.fromEntries(names.map((name) => [name, since])) };
  }
  let [after, since] = [newest, version];
  for (const specification of former) {
    const before = listOperations(specification);
    for (const [call, fields] of before) {
      const kept = new Set(listPaths(after.get(call) ?? {}));
      const current = new Set(listPaths(newest.get(call) ?? {}));
      for (const path of listPaths(fields)) {
        if (kept.has(path) || current.has(path)) continue;
        removed[call] ??= {};
        // A path below a removed one goes with it.
        const isBelow = Object.keys(removed[call]).some((parent) => path.startsWith(`${parent}[`));
        if (!isBelow) removed[call][path] = REMOVED_IN[call] ?? since;
      }
    }
    [after, since] = [before, specification.info.version];
  }
  return removed;
}

/** Replaces schemas that occur more than once with their position in a list. */
function shareRepeated(operations: Map<string, Record<string, ParameterSchema>>) {
  const counts = new Map<string, number>();
  const count = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const text = JSON.stringify(part);
    const times = (counts.get(text) ?? 0) + 1;
    counts.set(text, times);
    if (times === 1) for (const inner of Object.values(part)) count(inner);
  };
  for (const fields of operations.values()) for (const schema of Object.values(fields)) count(schema);
  const texts = [...counts].filter(([text, times]) => times > 1 && text.startsWith('{"') && text.length > 30);
  const positions = new Map(texts.map(([text], index) => [text, index]));
  const inside = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(replaced);
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [key, key === 'fields' ? inside(inner) : replaced(inner)]),
    );
  };
  const replaced = (part: unknown): unknown => positions.get(JSON.stringify(part)) ?? inside(part);
  return {
    shared: texts.map(([text]) => inside(JSON.parse(text))),
    operations: Object.fromEntries([...operations].map(([call, fields]) => [call, inside(fields)])),
  };
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

/** One line for each entry of a section, so that a renewal's changes can be read. */
function formatDescription(description: Readonly<Record<string, object | string>>): string {
  const sections = Object.entries(description).map(([name, section]) => {
    if (typeof section === 'string') return `${JSON.stringify(name)}: ${JSON.stringify(section)}`;
    const [open, close] = Array.isArray(section) ? ['[', ']'] : ['{', '}'];
    const entries = Object.entries(section).map(([key, value]) =>
      Array.isArray(section) ? JSON.stringify(value) : `${JSON.stringify(key)}:${JSON.stringify(value)}`,
    );
    return `${JSON.stringify(name)}: ${open}\n${entries.join(',\n')}\n${close}`;
  });
  return `{\n${sections.join(',\n')}\n}\n`;
}

const specification = await readSpecification(STRIPE_MOCK_VERSION);
const { version } = specification.info;
const operations = listOperations(specification);
const newerCalls = await addNewer(operations);
const supported = new Set(ENDPOINTS.map(({ method, path }) => operationName(`${method} ${path}`)));
const answers = Object.entries(specification.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => supported.has(formatCall(method, path)))
    .map(([, { responses }]) => responses?.['200']),
);
const schemas = answerSchemas(specification.components.schemas, answers);
await writeFile(
  TARGET,
  formatDescription({
    version,
    ...shareRepeated(operations),
    newerCalls,
    removed: removedFrom(operations, await Promise.all(FORMER_RELEASES.map(readSpecification)), version),
    nullable: nullableFields(schemas),
    expandable: expandableFields(Object.values(specification.components.schemas)),
    eventTypes: await namesOfSdk('WebhookEndpoints', /type EnabledEvent = ([^;]+);/),
    taxIdTypes: await namesOfSdk('TaxIds', /namespace TaxIdCreateParams \{.*?type Type = ([^;]+);/s),
  }),
);
const lines = Object.entries(schemas).map(
  ([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`,
);
await writeFile(ANSWERS, `{\n${lines.join(',\n')}\n}\n`);
