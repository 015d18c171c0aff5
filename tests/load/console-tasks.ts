import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../infra/emulators/tests/support/browser.ts';
import { round } from '../../infra/emulators/tests/support/figures.ts';
import type { Comparison } from '../../infra/emulators/tests/support/measurement.ts';
import { withMouse } from '../support/browser/hands.ts';
import { preparePeople, TESTER_TASKS } from '../support/browser/tester-tasks.ts';

export const title = 'Tasks of a tester in the console';

/** Pointing and pressing, and a key, of the keystroke-level model of Card, Moran and Newell. */
const PRESS_S = 1.2;
const KEY_S = 0.2;

/** Each task as somebody does it with a mouse, with what the console and the services take. */
export async function measure(): Promise<Comparison[]> {
  const stack = await startEmbeddedStack({
    consolePort: 0,
    apiEnvironment: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  const browser = await launchBrowser();
  try {
    const person = await preparePeople(stack);
    const rows: string[][] = [];
    for (const { title: task, given, run } of TESTER_TASKS) {
      const other = await given?.({ stack, person });
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await context.newPage();
      await page.goto(stack.console?.url ?? '');
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const { hands, counts } = counting(page);
      const started = performance.now();
      await run({ page, stack, person: other ?? person, hands });
      const seconds = (performance.now() - started) / 1000;
      await context.close();
      const { presses, keys } = counts();
      rows.push([
        task,
        String(presses),
        String(keys),
        String(round(seconds, 1)),
        String(round(seconds + presses * PRESS_S + keys * KEY_S, 0)),
      ]);
    }
    const columns = ['task', 'presses', 'keys', 'seconds of the machine', 'seconds with a person'];
    return [{ title: 'In Chromium, from the overview', columns, rows }];
  } finally {
    await browser.close();
    await stack.close();
  }
}

function counting(page: Page) {
  const mouse = withMouse(page);
  let presses = 0;
  let keys = 0;
  return {
    counts: () => ({ presses, keys }),
    hands: {
      go: (place: string) => {
        presses += 1;
        return mouse.go(place);
      },
      press: (goal: Parameters<typeof mouse.press>[0]) => {
        presses += 1;
        return mouse.press(goal);
      },
      write: (field: Parameters<typeof mouse.write>[0], text: string) => {
        presses += 1;
        keys += text.length + 1;
        return mouse.write(field, text);
      },
      type: (text: string) => {
        keys += text.length;
        return mouse.type(text);
      },
    },
  };
}
