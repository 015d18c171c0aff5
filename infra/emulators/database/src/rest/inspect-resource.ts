import type { Namespaces } from '../namespace/namespaces.ts';
import { coverageOf } from '../rules/coverage.ts';
import { RestError } from './rest-error.ts';
import type { RestRequest } from './rest-request.ts';
import { ok, type RestResponse } from './rest-response.ts';
import { requireOwner } from './rules-resource.ts';

/** Serves `/.inspect/…` to developer tools. */
export function inspect(request: RestRequest, namespaces: Namespaces): RestResponse {
  requireOwner(request);
  if (request.path === '/.inspect/databases') {
    return ok(JSON.stringify(namespaces.all().map(({ name }) => ({ name }))));
  }
  if (request.path === '/.inspect/coverage') {
    return ok(JSON.stringify({ rules: coverageOf(request.namespace.ruleSet.root) }));
  }
  throw new RestError(404, 'Unknown inspect resource.');
}
