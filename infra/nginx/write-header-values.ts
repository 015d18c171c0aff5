/**
 * `node write-header-values.ts <csp-hashes.json>` prints the header values of both front doors as Nginx
 * variables, with the hashes of the site build's inline scripts and styles in the pages' policy.
 */
import { readFileSync } from 'node:fs';
import {
  COMMON_HEADERS,
  DATA_CONTENT_SECURITY_POLICY,
  EMULATED_PAGE_POLICY,
  LIVE_SOURCES,
  pageContentSecurityPolicy,
  STRICT_TRANSPORT_SECURITY,
} from '../embedded/src/front-door/security-headers.ts';

const [hashesFile = 'web/dist/csp-hashes.json'] = process.argv.slice(2);
const hashes: Record<'script-src' | 'style-src', string[]> = JSON.parse(readFileSync(hashesFile, 'utf8'));
const inline = { scriptHashes: hashes['script-src'], styleHashes: hashes['style-src'] };

const variables: Readonly<Record<string, string>> = {
  data_policy: DATA_CONTENT_SECURITY_POLICY,
  strict_transport_security: STRICT_TRANSPORT_SECURITY,
  ...Object.fromEntries(Object.entries(COMMON_HEADERS).map(([name, value]) => [name.replaceAll('-', '_'), value])),
};
const policies = {
  true: pageContentSecurityPolicy({ ...EMULATED_PAGE_POLICY, ...inline }),
  false: pageContentSecurityPolicy({ ...LIVE_SOURCES, ...inline }),
};

for (const [name, value] of Object.entries(variables)) {
  console.log(`map '' $${name} {\n  default "${value}";\n}`);
}
console.log(`map $emulated $page_policy {\n  true "${policies.true}";\n  false "${policies.false}";\n}`);
