import type { Namespaces } from '../namespace/namespaces.ts';
import { measureCoverage } from '../rules/coverage.ts';
import { coveragePage } from './coverage-page.ts';
import { RestError } from './rest-error.ts';
import type { RestRequest } from './rest-request.ts';
import { ok, type RestResponse } from './rest-response.ts';
import { requireOwner } from './rules-resource.ts';

/** As at Google's emulator, a page without `.json`, for a browser, which sends no credential. */
export const COVERAGE = '/.inspect/coverage';

/** Serves `/.inspect/…` to developer tools. */
export function inspect(request: RestRequest, namespaces: Namespaces): RestResponse {
  requireOwner(request);
  if (request.path === '/.inspect/databases') {
    return ok(JSON.stringify(namespaces.all().map(({ name }) => ({ name }))));
  }
  if (request.path === COVERAGE) {
    const rules = measureCoverage(request.namespace.ruleSet.root);
    if (request.isJson) return ok(JSON.stringify({ rules }));
    return ok(coveragePage(request.namespace.name, rules), { 'content-type': 'text/html; charset=utf-8' });
  }
  throw new RestError(404, 'Unknown inspect resource.');
}
