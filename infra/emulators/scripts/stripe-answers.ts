import type { AnswerSchema } from '../tests/support/stripe/described-answers.ts';

/** A schema of Stripe's description, of a parameter or an answer. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly nullable?: boolean;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly 'x-expansionResources'?: object;
  readonly 'x-expandableFields'?: readonly string[];
}

/** Nullable fields that Stripe leaves out of its answers, in spite of the description: most of them unless expanded. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Only connected accounts have it.
  account: ['groups'],
  // Bank accounts that pay have none.
  bank_account: ['customer'],
  // Only cards that receive the payouts of a connected account have these.
  card: [
    'account',
    'allow_redisplay',
    'available_payout_methods',
    'currency',
    'default_for_currency',
    'status',
  ],
  charge: ['refunds'],
  'checkout.session': ['optional_items'],
  customer: ['cash_balance'],
  invoice: ['confirmation_secret'],
  invoices_resource_pretax_credit_amount: ['credit_balance_transaction'],
  line_item: ['subscription'],
  shipping: ['carrier', 'tracking_number'],
};

const schemaName = ($ref: string) => $ref.replace('#/components/schemas/', '');

/** The schemas of answers, and of what they consist of, by name; expandable objects are left to their ids. */
export function answerSchemas(
  schemas: Readonly<Record<string, Schema>>,
  answers: readonly unknown[],
): Record<string, AnswerSchema> {
  const found = new Map<string, AnswerSchema>();
  const pending = [...JSON.stringify(answers).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) =>
    schemaName(ref),
  );
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const schema = schemas[name];
    if (schema?.properties === undefined || found.has(name)) continue;
    const compacted = withoutLeftOut(compact(schema), LEFT_OUT[name]);
    found.set(name, compacted);
    pending.push(
      ...[...JSON.stringify(compacted).matchAll(/"part":"([^"]+)"/g)].map(([, part = '']) => part),
    );
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutLeftOut(schema: AnswerSchema, names: readonly string[] = []): AnswerSchema {
  if (typeof schema !== 'object' || !('fields' in schema)) return schema;
  const fields = Object.entries(schema.fields).map(
    ([name, field]) => [name, names.includes(name) ? 'any' : field] as const,
  );
  return { ...schema, fields: Object.fromEntries(fields) };
}

/** The fields of each answer, and of each of its parts, that are null unless they are set. */
export function nullableFields(schemas: Readonly<Record<string, AnswerSchema>>) {
  const named = Object.entries(schemas).map(([name, schema]) => {
    const fields = typeof schema === 'object' && 'fields' in schema ? Object.entries(schema.fields) : [];
    const nullable = fields.filter(([, field]) => typeof field === 'object' && 'nullable' in field);
    return [name, nullable.map(([field]) => field.replace('!', ''))] as const;
  });
  return Object.fromEntries(named.filter(([, fields]) => fields.length > 0));
}

function compact(schema: Schema): AnswerSchema {
  const plain = withoutNull(schema);
  return schema.nullable ? { nullable: plain } : plain;
}

function withoutNull({ $ref, anyOf, ...schema }: Schema): AnswerSchema {
  if (schema['x-expansionResources'] !== undefined) return 'expandable';
  if ($ref !== undefined) return { part: schemaName($ref) };
  const [only, ...others] = anyOf ?? [];
  if (only !== undefined) return others.length === 0 ? withoutNull(only) : 'any';
  if (schema.type === 'array') return { list: compact(schema.items ?? {}) };
  if (schema.properties === undefined) return (schema.type ?? 'any') as AnswerSchema;
  const type = schema.properties.object?.enum?.[0];
  const fields = Object.entries(schema.properties).map(([name, field]) => [
    schema.required?.includes(name) ? `${name}!` : name,
    compact(field),
  ]);
  return { fields: Object.fromEntries(fields), ...(type !== undefined && { object: type }) };
}
