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
  String.raw`^(?<negation>-?)(?<field>[a-z_.]+)(?:\[(?<key>${TEXT})\])?\s*(?<operator>>=|<=|[:~><])\s*(?<value>${TEXT}|-?\d+|null|true|false)`,
);
const CONNECTIVE = /^\s+(?:(AND|OR)\s+)?/i;

/** Compiles a query in Stripe's search language into a predicate on wire objects. */
export function parseSearchQuery(query: string, fields: readonly string[]): (object: object) => boolean {
  const { clauses, any } = parseClauses(query.trim(), fields);
  return (object) =>
    any ? clauses.some((clause) => holds(clause, object)) : clauses.every((clause) => holds(clause, object));
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
  return {
    negated: negation === '-',
    field,
    key: key === undefined ? null : unquoted(key),
    operator: operator as Operator,
    value: value === 'null' ? null : unquoted(value),
  };
}

function unquoted(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

function malformed(query: string): Error {
  return invalidRequest(`We were unable to parse your search query: ${query}`, { param: 'query' });
}

function holds({ negated, field, key, operator, value }: Clause, object: object): boolean {
  const path = key === null ? field.split('.') : ['metadata', key];
  const found = path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), object);
  return matches(found ?? null, operator, value) !== negated;
}

function matches(found: unknown, operator: Operator, value: string | null): boolean {
  if (found === null || value === null) return operator === ':' && found === value;
  const text = String(found);
  switch (operator) {
    case ':':
      return text.toLowerCase() === value.toLowerCase();
    case '~':
      return text.toLowerCase().includes(value.toLowerCase());
    case '>':
      return Number(text) > Number(value);
    case '<':
      return Number(text) < Number(value);
    case '>=':
      return Number(text) >= Number(value);
    case '<=':
      return Number(text) <= Number(value);
  }
}
