import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on a page, or in a frame as if it were one: one line for each element. Frames inside are left out.
 * `tags` are the sets of rules, by default all that are not experimental.
 */
export async function accessibilityViolations(
  page: Page | Frame,
  tags?: readonly string[],
): Promise<string[]> {
  const options: RunOptions = {
    iframes: false,
    // What passes is not described, which would be most of the work.
    resultTypes: ['violations'],
    ...(tags && { runOnly: { type: 'tag', values: [...tags] } }),
  };
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE);
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<Result[]>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`),
  );
}
