/**
 * `node write-header-values.ts <csp-hashes.json>` prints the header values of both front doors as Nginx
 * variables, with the hashes of the site build's inline scripts and styles in the pages' policy.
 */
import { readFileSync } from 'node:fs';
import {
  COMMON_HEADERS,
  DATA_CONTENT_SECURITY_POLICY,
  EMULATED_SOURCES,
  type InlineHashes,
  LIVE_SOURCES,
  pageContentSecurityPolicy,
  STRICT_TRANSPORT_SECURITY,
} from '../embedded/src/front-door/security-headers.ts';

const [hashesFile = 'web/dist/csp-hashes.json'] = process.argv.slice(2);
const hashes: InlineHashes = JSON.parse(readFileSync(hashesFile, 'utf8'));

const variables: Readonly<Record<string, string>> = {
  data_policy: DATA_CONTENT_SECURITY_POLICY,
  strict_transport_security: STRICT_TRANSPORT_SECURITY,
  ...Object.fromEntries(
    Object.entries(COMMON_HEADERS).map(([name, value]) => [name.replaceAll('-', '_'), value]),
  ),
};
const policies = {
  true: pageContentSecurityPolicy(hashes, EMULATED_SOURCES),
  false: pageContentSecurityPolicy(hashes, LIVE_SOURCES),
};

const plain = Object.entries(variables).map(
  ([name, value]) => `map '' $${name} {\n  default "${value}";\n}\n`,
);
const policy = `map $emulated $page_policy {\n  true "${policies.true}";\n  false "${policies.false}";\n}\n`;
process.stdout.write([...plain, policy].join(''));
