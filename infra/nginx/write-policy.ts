/** `node write-policy.ts <csp-hashes.json> <folder>` writes the front doors' policy for Nginx. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@outharbor/contract/errors';
import { PRIVATE_NETWORKS } from '@outharbor/contract/private-networks';
import {
  API_PATH,
  ENCODINGS,
  FILE_CLASSES,
  FORWARDED_METHODS,
  FORWARDED_PATH,
  LIMITS,
  PACKED_FILE,
  REDIRECTS,
  REFUSALS,
  REFUSED_TARGET,
  type Refusal,
  SITE_METHODS,
} from '../embedded/src/front-door/policy.ts';
import {
  COMMON_HEADERS,
  DATA_CONTENT_SECURITY_POLICY,
  EMULATED_SOURCES,
  type InlineHashes,
  LIVE_SOURCES,
  pageContentSecurityPolicy,
  STRICT_TRANSPORT_SECURITY,
} from '../embedded/src/front-door/security-headers.ts';

const [hashesFile = 'web/dist/csp-hashes.json', folder = '.'] = process.argv.slice(2);
const hashes: InlineHashes = JSON.parse(readFileSync(hashesFile, 'utf8'));

const refusals = Object.entries<Refusal>(REFUSALS);

type Entry = readonly [pattern: string, value: string];

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };
const quoted = (text: string) => `"${text.replaceAll(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')}"`;
const matching = ({ source, flags }: RegExp) => `~${flags.includes('i') ? '*' : ''}${source}`;

/** Volatile, because the same request is mapped again on an internal redirect to an error page. */
function map(from: string, to: string, entries: readonly Entry[]): string {
  const lines = entries.map(([pattern, value]) => {
    const key = pattern === 'default' ? pattern : quoted(pattern);
    return `  ${key} ${quoted(value)};\n`;
  });
  return `map ${quoted(from)} $${to} {\n  volatile;\n${lines.join('')}}\n`;
}

const constant = (name: string, value: string) => map('', name, [['default', value]]);

const policies = {
  true: pageContentSecurityPolicy(hashes, EMULATED_SOURCES),
  false: pageContentSecurityPolicy(hashes, LIVE_SOURCES),
};

const anchoredAfter = (before: string, { source, flags }: RegExp) =>
  matching(new RegExp(`^${before}${source.replace(/^\^/, '')}`, flags));

const maps = [
  ...Object.entries(COMMON_HEADERS).map(([name, value]) => constant(name.replaceAll('-', '_'), value)),
  constant('data_policy', DATA_CONTENT_SECURITY_POLICY),
  constant('strict_transport_security', STRICT_TRANSPORT_SECURITY),
  map('$emulated', 'page_policy', Object.entries(policies)),

  map('$uri', 'file_that_answers', [
    [`~^(?<unpacked>.*)(?:${ENCODINGS.map(({ suffix }) => `\\${suffix}`).join('|')})$`, '$unpacked'],
    ['default', '$uri'],
  ]),
  map('$file_that_answers', 'answer_class', [
    ['/internal/site/moved', 'redirect'],
    ['~^/internal/', 'refusal'],
    [matching(FORWARDED_PATH), 'forwarded'],
    ...FILE_CLASSES.map(({ path, name }): Entry => [matching(path), name]),
  ]),
  map('$answer_class', 'content_security_policy', [
    ['default', '$data_policy'],
    ['forwarded', '$forwarded_policy'],
    ...FILE_CLASSES.filter(({ isPage }) => isPage).map(({ name }): Entry => [name, '$page_policy']),
  ]),
  map('$answer_class', 'cache_control', [
    ['default', 'no-store'],
    ['forwarded', '$forwarded_cache_control'],
    ['redirect', 'no-cache'],
    ...FILE_CLASSES.map(({ name, cacheControl }): Entry => [name, cacheControl]),
  ]),
  map('$file_that_answers', 'retry_after', [
    ...refusals.flatMap(([status, { retryAfterSeconds }]): Entry[] =>
      retryAfterSeconds ? [[`~^/internal/[a-z]+/${status}$`, String(retryAfterSeconds)]] : [],
    ),
  ]),

  // Ranges refer to the uncompressed file, so such a response carries no encoding.
  map('$answer_class:$file_that_answers', 'vary', [
    [`~^(?:${FILE_CLASSES.map(({ name }) => name).join('|')}):.*${PACKED_FILE.source}`, 'Accept-Encoding'],
  ]),
  map('$http_range:$http_accept_encoding', 'packed_suffix', [
    ...ENCODINGS.map(
      ({ accepted, suffix }): Entry => [
        matching(new RegExp(accepted.source.replace('(?:^|,)', '^:(?:|.*,)'), accepted.flags)),
        suffix,
      ],
    ),
  ]),
  map('$status:$uri', 'content_encoding', [
    ['~^304:', ''],
    ...ENCODINGS.map(({ suffix, name }): Entry => [`~^[0-9]+:/.*\\${suffix}$`, name]),
  ]),

  // Not checked again on an internal redirect to an error page.
  map('$uri', 'target_to_check', [
    ['default', '$request_uri'],
    ['~^/internal/', ''],
  ]),
  map('$target_to_check', 'is_refused', [[matching(REFUSED_TARGET), '1']]),
  map('$request_method $uri', 'is_refused_method', [
    ['default', '1'],
    [`~^(?:${SITE_METHODS.join('|')}) `, ''],
    [anchoredAfter(`(?:${FORWARDED_METHODS.join('|')}) `, FORWARDED_PATH), ''],
  ]),
  // By the raw or the decoded path: for a request that was not fully read, only the raw one exists.
  map('$request', 'refusal_kind_asked_for', [
    ['default', 'site'],
    ['~^[A-Z_-]+ /api(?:[/? ]|$)', 'api'],
  ]),
  map('$uri', 'refusal_kind', [
    ['default', '$refusal_kind_asked_for'],
    [matching(API_PATH), 'api'],
  ]),
  map('$uri $request', 'allow', [
    [
      `~^/internal/[a-z]+/405 [A-Z_-]+ ${FORWARDED_PATH.source.slice(1).replace('$', '[ ?]')}`,
      FORWARDED_METHODS.join(', '),
    ],
    ['~^/internal/[a-z]+/405 ', SITE_METHODS.join(', ')],
  ]),
];

const limits = [
  `client_max_body_size ${LIMITS.bodyBytes};`,
  `large_client_header_buffers ${LIMITS.headBytes / LIMITS.headLineBytes} ${LIMITS.headLineBytes};`,
  `client_header_timeout ${LIMITS.requestMs}ms;`,
  `client_body_timeout ${LIMITS.bodyPauseMs}ms;`,
  `proxy_read_timeout ${LIMITS.answerMs}ms;`,
];

const EQUIVALENT_STATUSES: Readonly<Record<string, string>> = {
  400: '400 501 505',
  431: '414 494',
  503: '500 502 503 504',
};

/** Empty, and so not limited, if everyone behind an unknown proxy would count as one visitor. */
const visitorAddress = [
  `geo $hides_visitors {\n  default 0;\n${PRIVATE_NETWORKS.map((network) => `  ${network} 1;\n`).join('')}}\n`,
  map('$hides_visitors', 'visitor_address', [
    ['0', '$binary_remote_addr'],
    ['1', ''],
  ]),
];

const errorPages = refusals.map(([status, { code }]) => {
  const statuses = EQUIVALENT_STATUSES[status] ? `${EQUIVALENT_STATUSES[status]} =${status}` : status;
  return `error_page ${statuses} /internal/${code ? '$refusal_kind' : 'site'}/${status};\n`;
});

/** Nginx evaluates the range last, when the file's own headers, including its charset, are already set. */
const RANGE_REFUSAL = ['  add_header Cache-Control no-store always;', '  default_type text/plain;'];

function refusalLocations([status, { code, line, closes }]: readonly [string, Refusal]): string {
  const location = (kind: string, type: string, text: string) =>
    [
      `location = /internal/${kind}/${status} {`,
      '  internal;',
      '  client_max_body_size 0;',
      ...(closes ? ['  keepalive_timeout 0;'] : []),
      ...(status === '416' ? RANGE_REFUSAL : [`  default_type "${type}; charset=utf-8";`]),
      `  return ${status} ${quoted(text)};`,
      '}\n',
    ].join('\n');
  const forSite = status === '404' ? '' : location('site', 'text/plain', `${line}\n`);
  if (!code) return forSite;
  const error = { code, message: ERRORS[code].message, requestId: '$request_id' };
  return forSite + location('api', 'application/json', JSON.stringify({ error }));
}

const redirects = Object.entries(REDIRECTS).map(
  ([path, target]) => `location = ${path} {\n  return 302 ${target};\n}\n`,
);

mkdirSync(folder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
write('policy.conf', `${limits.join('\n')}\n${[...maps, ...visitorAddress].join('')}`);
write('error-pages.conf', errorPages.join(''));
write('refusals.conf', refusals.map(refusalLocations).join(''));
write('redirects.conf', redirects.join(''));
