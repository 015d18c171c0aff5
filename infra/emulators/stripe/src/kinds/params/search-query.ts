import { invalidRequest } from '../../description/api-error.ts';
import { isObject } from '../../description/json.ts';

type Operator = ':' | '~' | '>' | '<' | '>=' | '<=';

interface Clause {
  readonly negated: boolean;
  readonly field: string;
  readonly type: FieldType;
  /** The key in a metadata clause. */
  readonly key: string | null;
  readonly operator: Operator;
  /** Null for the bare word `null`. */
  readonly value: string | null;
}

const TEXT = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const CLAUSE = new RegExp(
  String.raw`^(?<negation>-?)(?<field>[a-z_.\d]+)(?:\[(?<key>${TEXT})\])?\s*(?<operator>>=|<=|[:~><])\s*(?<value>${TEXT}|-?\d+|null|NULL|true|false)`,
);
const CONNECTIVE = /^\s+(?:(AND|OR)\s+)?/i;

const MAX_CLAUSES = 10;

/**
 * A number is compared, a text also matches where it contains the words or a part of them, and a token only as a whole
 * (docs.stripe.com/search).
 */
export type FieldType = 'number' | 'text' | 'token';

export interface SearchFields {
  /** What is searched, in the plural, as in Stripe's errors. */
  readonly of: string;
  readonly types: Readonly<Record<string, FieldType>>;
}

const OPERATORS: Readonly<Record<FieldType, readonly Operator[]>> = {
  number: [':', '>', '<', '>=', '<='],
  text: [':', '~'],
  token: [':'],
};

const MIN_SUBSTRING = 3;

const METADATA: SearchFields['types'] = { metadata: 'token' };

export interface SearchQuery {
  readonly matches: (object: object) => boolean;
  /** Metadata that each match has, whatever the case of its value; undefined if the query does not ask for any. */
  readonly metadata: { readonly key: string; readonly value: string } | undefined;
}

/** Compiles a query in Stripe's search language into a predicate on wire objects. */
export function parseSearchQuery(query: string, fields: SearchFields): SearchQuery {
  const { clauses, any } = parseClauses(query.trim(), fields);
  const conditions = clauses.map(compile);
  const matchesAny = (object: object) => conditions.some((holds) => holds(object));
  const matchesAll = (object: object) => conditions.every((holds) => holds(object));
  return { matches: any ? matchesAny : matchesAll, metadata: any ? undefined : findMetadata(clauses) };
}

function findMetadata(clauses: readonly Clause[]): SearchQuery['metadata'] {
  for (const { key, negated, operator, value } of clauses) {
    if (key !== null && value !== null && operator === ':' && !negated) return { key, value };
  }
  return undefined;
}

function parseClauses(query: string, fields: SearchFields): { clauses: Clause[]; any: boolean } {
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

function parseClause(groups: Readonly<Record<string, string | undefined>>, fields: SearchFields): Clause {
  const { negation, field = '', key, operator, value = '' } = groups;
  const type = fieldType(field, key === undefined ? fields : { ...fields, types: METADATA });
  const clause: Clause = {
    negated: negation === '-',
    field,
    type,
    key: key === undefined ? null : unquoted(key),
    operator: operator as Operator,
    value: /^null$/i.test(value) ? null : unquoted(value),
  };
  rejectOperator(clause);
  return clause;
}

function fieldType(field: string, { of, types }: SearchFields): FieldType {
  const type = Object.hasOwn(types, field) ? types[field] : undefined;
  if (type !== undefined) return type;
  const page = of.replace('_', '-');
  throw invalidRequest(
    `Field \`${field}\` is an unsupported search field for resource \`${of}\`. See http://stripe.com/docs/search#query-fields-for-${page} for a list of supported fields.`,
    { param: 'query' },
  );
}

function rejectOperator({ operator, field, type, value }: Clause): void {
  if (!OPERATORS[type].includes(operator)) {
    throw invalidRequest(`The operator \`${operator}\` is not supported for the field \`${field}\`.`, {
      param: 'query',
    });
  }
  if (operator === '~' && value !== null && value.length < MIN_SUBSTRING) {
    throw invalidRequest(`A substring must have at least ${MIN_SUBSTRING} characters.`, { param: 'query' });
  }
}

function unquoted(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

function malformed(query: string): Error {
  return invalidRequest(`We were unable to parse your search query: ${query}`, { param: 'query' });
}

/** Whatever does not depend on the object is done once: an account may have thousands of customers. */
function compile({ negated, field, type, key, operator, value }: Clause): (object: object) => boolean {
  const path = key === null ? field.split('.') : ['metadata', key];
  const matches =
    type === 'text' && operator === ':' ? compileWords(value) : compileOperator(operator, value);
  return (object) => {
    let found: unknown = object;
    for (const name of path) found = isObject(found) ? found[name] : undefined;
    return matches(found ?? null) !== negated;
  };
}

const padWords = (text: string) => ` ${text.toLowerCase().trim().split(/\s+/).join(' ')} `;

/** A text matches if it has all the words of the query next to each other. */
function compileWords(value: string | null): (found: unknown) => boolean {
  if (value === null) return (found) => found === null;
  const wanted = padWords(value);
  return (found) => found !== null && padWords(String(found)).includes(wanted);
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
