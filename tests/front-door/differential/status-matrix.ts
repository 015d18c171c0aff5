import type { Exchange } from './exchange.ts';

const ACCEPTED = { plain: {}, packed: { 'accept-encoding': 'gzip, br' } };
const FORMS = {
  unconditional: {},
  conditional: { 'if-none-match': '"other"', 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
  // Multiple ranges, which are answered with the whole file.
  ranged: { range: 'bytes=0-1,4-5' },
};
type Form = keyof typeof FORMS;
const ANY_FORM = Object.keys(FORMS) as Form[];
const READING = ['GET', 'HEAD'];

/** Statuses that must occur, with and without compression, with their possible methods and forms. */
const REQUIRED: readonly (readonly [status: number, methods: readonly string[], forms: readonly Form[]])[] = [
  [200, READING, ANY_FORM],
  [206, READING, ['ranged']],
  [301, READING, ANY_FORM],
  [302, READING, ANY_FORM],
  [304, READING, ['conditional']],
  [400, READING, ANY_FORM],
  [404, READING, ANY_FORM],
  [405, ['POST', 'DELETE'], ANY_FORM],
  [408, READING, ANY_FORM],
  [412, READING, ['conditional']],
  [413, READING, ANY_FORM],
  [416, READING, ['ranged']],
  [431, READING, ANY_FORM],
  [500, READING, ANY_FORM],
  [503, READING, ANY_FORM],
];

/** Records the statuses seen for each kind of request. */
export class StatusMatrix {
  readonly #seen = new Set<string>();

  add({ method, headers }: Exchange, status: number): void {
    const names = Object.keys(headers);
    const conditional = names.some((name) => /^if-(?!range)/.test(name)) ? 'conditional' : 'unconditional';
    const form = names.includes('range') ? 'ranged' : conditional;
    const accepted = /gzip|br/.test(headers['accept-encoding'] ?? '') ? 'packed' : 'plain';
    this.#seen.add(`${status} ${method} ${accepted} ${form}`);
  }

  has(kind: string): boolean {
    return this.#seen.has(kind);
  }
}

/** Lists the required combinations that were not seen. */
export function missingIn(matrix: StatusMatrix): string[] {
  return REQUIRED.flatMap(([status, methods, forms]) =>
    methods.flatMap((method) =>
      Object.keys(ACCEPTED).flatMap((accepted) =>
        forms.map((form) => `${status} ${method} ${accepted} ${form}`),
      ),
    ),
  ).filter((kind) => !matrix.has(kind));
}

/** Returns the request in every form, with and without compression. */
export function everyForm(request: Pick<Exchange, 'method' | 'path'>): Exchange[] {
  return Object.values(ACCEPTED).flatMap((accepted) =>
    Object.values(FORMS).map((form) => ({ ...request, headers: { ...accepted, ...form } })),
  );
}

/** Serialises a request with one more header line and no body. */
export function asBytes({ method, path, headers }: Exchange, line: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} ${path} HTTP/1.1`,
    'host: front-door.test',
    'connection: close',
    ...lines,
    line,
    '\r\n',
  ].join('\r\n');
}
