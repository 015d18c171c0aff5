import { invalidRequest } from '../errors/api-error.ts';
import { isObject } from '../json-object.ts';

type Operator = ':' | '~' | '>' | '<' | '>=' | '<=';

interface Clause {
  readonly negated: boolean;
  readonly field: string;
  /** The key in a metadata clause. */
  readonly key: string | null;
  readonly operator: Operator;
  /** Null for the bare word `null`. */
  readonly value: string | null;
}

const TEXT = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const CLAUSE = new RegExp(
  String.raw`^(?<negation>-?)(?<field>[a-z_.]+)(?:\[(?<key>${TEXT})\])?\s*(?<operator>>=|<=|[:~><])\s*(?<value>${TEXT}|-?\d+|null|NULL|true|false)`,
);
const CONNECTIVE = /^\s+(?:(AND|OR)\s+)?/i;

const MAX_CLAUSES = 10;

/** Only these are greater or less than a value, and only others contain one (docs.stripe.com/search). */
const NUMBERS = ['amount', 'canceled_at', 'created', 'total'];

export interface SearchQuery {
  readonly matches: (object: object) => boolean;
  /** Metadata that each match has, whatever the case of its value; undefined if the query does not ask for any. */
  readonly metadata: { readonly key: string; readonly value: string } | undefined;
}

/** Compiles a query in Stripe's search language into a predicate on wire objects. */
export function parseSearchQuery(query: string, fields: readonly string[]): SearchQuery {
  const { clauses, any } = parseClauses(query.trim(), fields);
  const conditions = clauses.map(compile);
  const isOneOf = (object: object) => conditions.some((holds) => holds(object));
  const isAllOf = (object: object) => conditions.every((holds) => holds(object));
  return { matches: any ? isOneOf : isAllOf, metadata: any ? undefined : findMetadata(clauses) };
}

function findMetadata(clauses: readonly Clause[]): SearchQuery['metadata'] {
  for (const { key, negated, operator, value } of clauses) {
    if (key !== null && value !== null && operator === ':' && !negated) return { key, value };
  }
  return undefined;
}

function parseClauses(query: string, fields: readonly string[]): { clauses: Clause[]; any: boolean } {
  const clauses: Clause[] = [];
  const connectives = new Set<string>();
  let rest = query;
  for (;;) {
    const match = CLAUSE.exec(rest);
    if (match?.groups === undefined) throw malformed(query);
    clauses.push(parseClause(match.groups, fields));
    rest = rest.slice(match[0].length);
    if (rest === '') break;
    const connective = CONNECTIVE.exec(rest);
    if (connective === null) throw malformed(query);
    connectives.add((connective[1] ?? 'AND').toUpperCase());
    rest = rest.slice(connective[0].length);
  }
  if (clauses.length > MAX_CLAUSES) {
    throw invalidRequest(`A search query can have at most ${MAX_CLAUSES} clauses.`, { param: 'query' });
  }
  if (connectives.size > 1) {
    throw invalidRequest('You cannot combine AND and OR in the same search query.', { param: 'query' });
  }
  return { clauses, any: connectives.has('OR') };
}

function parseClause(
  groups: Readonly<Record<string, string | undefined>>,
  fields: readonly string[],
): Clause {
  const { negation, field = '', key, operator, value = '' } = groups;
  const searchable = key === undefined ? fields.includes(field) : field === 'metadata';
  if (!searchable) {
    throw invalidRequest(`Field \`${field}\` is an unsupported search field.`, { param: 'query' });
  }
  if (key === undefined) rejectOperator(operator as Operator, field);
  return {
    negated: negation === '-',
    field,
    key: key === undefined ? null : unquoted(key),
    operator: operator as Operator,
    value: /^null$/i.test(value) ? null : unquoted(value),
  };
}

function rejectOperator(operator: Operator, field: string): void {
  if (operator === ':' || (operator === '~') !== NUMBERS.includes(field)) return;
  throw invalidRequest(`The operator \`${operator}\` is not supported for the field \`${field}\`.`, {
    param: 'query',
  });
}

function unquoted(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

function malformed(query: string): Error {
  return invalidRequest(`We were unable to parse your search query: ${query}`, { param: 'query' });
}

type Condition = (object: object) => boolean;

/** Whatever does not depend on the object is done once: an account may have thousands of customers. */
function compile({ negated, field, key, operator, value }: Clause): Condition {
  const path = key === null ? field.split('.') : ['metadata', key];
  const matches = compileOperator(operator, value);
  return (object) => {
    let found: unknown = object;
    for (const name of path) found = isObject(found) ? found[name] : undefined;
    return matches(found ?? null) !== negated;
  };
}

function compileOperator(operator: Operator, value: string | null): (found: unknown) => boolean {
  if (value === null) return (found) => operator === ':' && found === null;
  const wanted = value.toLowerCase();
  const limit = Number(value);
  const compare = (holds: (text: string) => boolean) => (found: unknown) =>
    found !== null && holds(String(found));
  switch (operator) {
    case ':':
      return compare((text) => text === value || text.toLowerCase() === wanted);
    case '~':
      return compare((text) => text.toLowerCase().includes(wanted));
    case '>':
      return compare((text) => Number(text) > limit);
    case '<':
      return compare((text) => Number(text) < limit);
    case '>=':
      return compare((text) => Number(text) >= limit);
    case '<=':
      return compare((text) => Number(text) <= limit);
  }
}
