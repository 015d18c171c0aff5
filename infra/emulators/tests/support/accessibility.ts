import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe on a page or frame, without nested frames, and returns one line per violating element. `tags`
 * selects rule sets; by default all non-experimental rules run.
 */
export async function accessibilityViolations(
  page: Page | Frame,
  tags?: readonly string[],
): Promise<string[]> {
  const options: RunOptions = {
    iframes: false,
    // Details of passing rules would be most of the work.
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
