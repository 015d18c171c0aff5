import { html } from '@outharbor/emulator-kit/html';
import type { Namespaces } from '../namespace/namespaces.ts';
import { compileRules } from '../namespace/rules-source.ts';
import { withoutComments } from '../rules/json-with-comments.ts';
import { measureCoverage, type RuleCoverage } from '../rules/rule-node.ts';
import type { RestRequest } from './rest-request.ts';
import { ok, RestError, type RestResponse } from './rest-response.ts';

/** Serves `/.settings/rules.json`: reads and sets the rules of a namespace, for the owner only. */
export function rulesResource(request: RestRequest, body: string): RestResponse {
  requireOwner(request);
  if (request.method === 'GET') return ok(rulesText(request));
  if (request.method !== 'PUT') throw new RestError(405, `The method ${request.method} is not supported.`);
  request.namespace.setRules(compileRules(body));
  return ok('{"status":"ok"}');
}

/** Returns the rules as set, or without comments with `format=strict`. */
function rulesText({ namespace, parameters }: RestRequest): string {
  const { text } = namespace.rules;
  return parameters.get('format') === 'strict' ? withoutComments(text) : text;
}

function requireOwner({ authority }: RestRequest): void {
  if (authority.kind !== 'owner') throw new RestError(401, 'Unauthorized request.');
}

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

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}' +
  'th,td{padding:.25rem .75rem;text-align:left;vertical-align:top;border-bottom:1px solid #ccc}' +
  'code{white-space:pre-wrap}.unused{background:#fff3cd}';

function coveragePage(database: string, rules: readonly RuleCoverage[]): string {
  const used = rules.filter(isUsed).length;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Rules of ${database}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Rules of ${database}</h1>
<p>${used} of ${rules.length} rules were evaluated since they were set.</p>
<table>
<thead><tr><th>Line</th><th>Rule</th><th>Expression</th><th>True</th><th>False</th><th>Failed</th></tr></thead>
<tbody>
${rules.map((rule) => row(rule))}</tbody>
</table>
</body>
</html>
`.markup;
}

function row(rule: RuleCoverage) {
  const { line, path, kind, source, evaluations } = rule;
  return html`<tr${!isUsed(rule) && html` class="unused"`}><td>${line}</td><td><code>${path} ${kind}</code></td><td><code>${source}</code></td><td>${evaluations.true}</td><td>${evaluations.false}</td><td>${evaluations.error}</td></tr>
`;
}

function isUsed({ evaluations }: RuleCoverage): boolean {
  return evaluations.true + evaluations.false + evaluations.error > 0;
}
