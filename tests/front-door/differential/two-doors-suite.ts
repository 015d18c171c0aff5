import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { extname } from 'node:path';
import { API_PATHS, EMULATED_PATHS, RUNTIME_CONFIG_PATH, SITE_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSlowSenders } from '../slow-senders-suite.ts';
import { describeAnswer } from './describe-answer.ts';
import { type Answer, Client, type Exchange } from './exchange.ts';
import { MALFORMED_REQUESTS } from './malformed-cases.ts';
import type { ScriptedUpstream } from './scripted-upstream.ts';
import {
  CONDITIONS,
  ENCODINGS,
  ODD_PATHS,
  PATHS_BY_STATUS,
  SOME_METHODS,
  withMethods,
} from './site-cases.ts';
import { asBytes, everyForm, missingIn, StatusMatrix } from './status-matrix.ts';

export interface Doors {
  readonly nginx: string;
  readonly node: string;
  /** Build folder of the site that both serve. */
  readonly siteDir: string;
  /** Stand-in for every service behind both. */
  readonly upstream: ScriptedUpstream;
  /** Number of temporary files with request bodies that Nginx is forwarding. */
  filesInTmp(): Promise<number>;
}

const FORWARDED = [
  ...Object.values(API_PATHS).filter((path) => !path.startsWith('/api/health')),
  '/api',
  '/api/',
  '/api/no-such-call',
  ...Object.values(EMULATED_PATHS),
  ...Object.values(EMULATED_PATHS).flatMap((path) => (path.startsWith('/.') ? [] : `${path}/x`)),
];
const SCRIPTS = [
  'page',
  'unchanged',
  'created',
  'empty',
  'moved',
  'missing',
  'limited',
  'failed',
  'unavailable',
  'cut',
  'cut-in-head',
  'cut-in-body',
  'cut-in-chunk',
];

/** Sends identical requests to both front doors and compares every header and body. */
export function describeTwoDoors(doors: () => Doors): void {
  let nginx: Client;
  let node: Client;
  let addresses: string[];
  const seen = new StatusMatrix();

  beforeAll(async () => {
    nginx = new Client(doors().nginx, (exchange, { status }) => seen.add(exchange, status));
    node = new Client(doors().node);
    addresses = await addressesOf(doors().siteDir);
  });
  afterAll(() => {
    nginx?.close();
    node?.close();
  });

  it('serve files identically, both fresh and revalidated', async () => {
    const cases = addresses.flatMap((path) => withEncodings(path));
    expect(await differences(cases)).toEqual([]);
    expect(await differences(cases, conditionally(CONDITIONS['if-none-match, same tag']))).toEqual([]);
  });

  it.each(Object.entries(CONDITIONS))('serve a file of each kind identically: %s', async (_, conditionOf) => {
    const cases = oneOfEachKind(addresses).flatMap((path) => withEncodings(path));
    expect(await differences(cases, conditionally(conditionOf))).toEqual([]);
  });

  it('serve files identically for every Accept-Encoding', async () => {
    const cases = addresses.flatMap((path) => ENCODINGS.map((headers) => ({ method: 'GET', path, headers })));
    expect(await differences(cases)).toEqual([]);
  });

  it('answer every path identically for every method', async () => {
    expect(await differences([...addresses, ...FORWARDED].flatMap((path) => withMethods(path)))).toEqual([]);
  });

  it('answer odd paths identically for several methods', async () => {
    expect(await differences(ODD_PATHS.flatMap((path) => withMethods(path, SOME_METHODS)))).toEqual([]);
  });

  it.each(SCRIPTS)('forward service responses identically: %s', async (script) => {
    const cases = FORWARDED.flatMap((path) => withMethods(`${path}?answer=${script}`, SOME_METHODS));
    expect(await differences(cases)).toEqual([]);
  });

  it('forward client-supplied headers identically', async () => {
    const claims = {
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      forwarded: 'for=203.0.113.7',
      'x-request-id': 'chosen',
      'x-emulator-public': '0',
      authorization: 'Bearer owner',
      cookie: 'a=1',
      te: 'trailers',
      'proxy-authorization': 'Basic eA==',
      upgrade: 'h2c',
      expect: '200-ok',
      'accept-encoding': 'gzip, br',
      range: 'bytes=0-9',
      'if-none-match': '"page"',
    };
    const cases = [...FORWARDED, ...addresses, '/no-such-page'].map((path) => ({
      method: 'GET',
      path,
      headers: claims,
    }));
    expect(await differences(cases)).toEqual([]);
  });

  it('reject oversized bodies identically', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1);
    const cases = [...FORWARDED, '/', '/no-such-page'].flatMap((path) =>
      ['GET', 'POST'].flatMap((method) => [
        { method, path, headers: { 'content-length': String(body.length) }, body },
        { method: 'POST', path, headers: { 'transfer-encoding': 'chunked' }, body },
        {
          method: 'POST',
          path,
          headers: { expect: '100-continue', 'content-length': String(body.length) },
          body,
        },
      ]),
    );
    expect(await differences(cases)).toEqual([]);
  });

  it.each(MALFORMED_REQUESTS)('handle a malformed request identically: $name', async ({ bytes }) => {
    const [ofNginx, ofNode] = await Promise.all([nginx.sendBytes(bytes), node.sendBytes(bytes)]);
    expect(describeAnswer(ofNode)).toBe(describeAnswer(ofNginx));
  });

  it('answer conditional, range and plain requests identically, compressed or not', async () => {
    const paths = Object.values(PATHS_BY_STATUS).flat();
    const cases = paths.flatMap((path) => ['GET', 'HEAD'].flatMap((method) => everyForm({ method, path })));
    const refused = ['POST', 'DELETE'].flatMap((method) => everyForm({ method, path: '/faq' }));
    expect(await differences([...cases, ...refused])).toEqual([]);
  });

  it.each([
    ['body', 'content-length: 9999999'],
    ['header', `x-a: ${'x'.repeat(5000)}`],
  ])('reject an oversized %s identically in every form, compressed or not', async (_, line) => {
    const paths = ['/faq', '/api/x'];
    const cases = paths.flatMap((path) => ['GET', 'HEAD'].flatMap((method) => everyForm({ method, path })));
    expect(await differences(cases, sendAsBytes(line))).toEqual([]);
  });

  // Each of these takes seconds, so they run concurrently.
  describe.concurrent('slow exchanges', () => {
    describe('Nginx', () =>
      describeSlowSenders(
        () => doors().nginx,
        () => doors().filesInTmp(),
      ));
    describe('the embedded door', () =>
      describeSlowSenders(
        () => doors().node,
        async () => 0,
      ));

    it('time out silent services identically', async () => {
      const cases = ['/api/v1/x', '/emulated/stripe/x'].map((path) => ({
        method: 'POST',
        path: `${path}?answer=silent`,
        headers: {},
      }));
      expect(await differences(cases)).toEqual([]);
    });

    it('time out missing bodies identically in every form, compressed or not', async () => {
      const cases = ['GET', 'HEAD'].flatMap((method) => everyForm({ method, path: '/api/x' }));
      expect(await differences(cases, sendAsBytes('content-length: 5'))).toEqual([]);
    });

    // The front door itself would time out a long poll after a minute.
    it.for(['silent', 'begun'])(
      'close the service connection when the client disconnects: %s',
      async (script, { expect }) => {
        const visits = ['nginx', 'node'].map((door) => `${door}-${script}`);
        const { stateOf } = doors().upstream;
        const clients = await Promise.all(
          [doors().nginx, doors().node].map((url, index) =>
            openSocket(url, `GET /.lp?answer=${script}&visit=${visits[index]} HTTP/1.1\r\nHost: x\r\n\r\n`),
          ),
        );
        await expect.poll(() => visits.map(stateOf)).toEqual(['under way', 'under way']);
        for (const client of clients) client.destroy();
        await expect.poll(() => visits.map(stateOf)).toEqual(['over', 'over']);
      },
    );
  });

  describe('while the services refuse connections', () => {
    beforeAll(() => doors().upstream.stop());

    it('answer every path identically', async () => {
      const paths = [...FORWARDED, ...addresses];
      const forms = ['GET', 'HEAD'].flatMap((method) => everyForm({ method, path: '/api/x' }));
      expect(await differences([...paths.flatMap((path) => withMethods(path)), ...forms])).toEqual([]);
    });
  });

  it('cover every status in each of its forms', () => {
    expect(missingIn(seen)).toEqual([]);
  });

  /** Lists the first 20 cases with different responses, each with the lines that differ. */
  async function differences(
    cases: readonly Exchange[],
    send: (client: Client, exchange: Exchange) => Promise<Answer | 'nothing'> = (client, exchange) =>
      client.send(exchange),
  ): Promise<string[]> {
    const found = await Promise.all(
      cases.map(async (exchange) => {
        const [ofNginx, ofNode] = await Promise.all(
          [nginx, node].map((client) => send(client, exchange).then(describeAnswer, String)),
        );
        return ofNginx === ofNode ? [] : [difference(exchange, ofNginx ?? '', ofNode ?? '')];
      }),
    );
    return found.flat().slice(0, 20);
  }
}

/** Sends a request on a new connection with a header line that Node's client would reject. */
const sendAsBytes =
  (line: string) =>
  (client: Client, exchange: Exchange): Promise<Answer | 'nothing'> =>
    client.sendBytes(asBytes(exchange, line), exchange);

type Condition = (typeof CONDITIONS)[string];

/** Requests a file with a condition based on the front door's current version of it. */
function conditionally(conditionOf: Condition = () => ({})) {
  return async (client: Client, exchange: Exchange): Promise<Answer> => {
    // Ranges apply to the uncompressed file.
    const served = 'range' in conditionOf({ etag: '', lastModified: '' }) ? {} : exchange.headers;
    const { lines } = await client.send({ ...exchange, method: 'HEAD', headers: served });
    const version = { etag: value(lines, 'etag'), lastModified: value(lines, 'last-modified') };
    return client.send({ ...exchange, headers: { ...exchange.headers, ...conditionOf(version) } });
  };
}

const withEncodings = (path: string): Exchange[] =>
  [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'gzip, deflate, br' }].flatMap((headers) =>
    ['GET', 'HEAD'].map((method) => ({ method, path, headers })),
  );

/** Picks two pages and, for every other extension, a hashed and an unhashed file. */
function oneOfEachKind(addresses: readonly string[]): string[] {
  const kinds = new Map(addresses.map((path) => [`${path.startsWith('/assets/')}${extname(path)}`, path]));
  return [...new Set([SITE_PATHS.home, ...kinds.values()])];
}

function difference({ method, path, headers }: Exchange, ofNginx: string, ofNode: string): string {
  const [left, right] = [ofNginx.split('\n'), ofNode.split('\n')];
  const only = (name: string, lines: string[], others: string[]) =>
    lines.filter((line) => !others.includes(line)).map((line) => `  ${name} ${line}`);
  const request = `${method} ${path} ${JSON.stringify(headers)}`;
  return [request, ...only('nginx:', left, right), ...only('node: ', right, left)].join('\n');
}

const value = (lines: Answer['lines'], header: string) =>
  lines.find(([name]) => name.toLowerCase() === header)?.[1] ?? '';

async function openSocket(url: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  return socket;
}

/** Lists every path of the build, the pages and the runtime configuration. */
async function addressesOf(siteDir: string): Promise<string[]> {
  const entries = await readdir(siteDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/^\.|\.(?:br|gz|html|map)$|^csp-hashes\.json$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath.slice(siteDir.length)}/${name}`);
  return [...Object.values(SITE_PATHS), RUNTIME_CONFIG_PATH, ...files];
}
