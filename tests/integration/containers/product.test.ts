import { SITE_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReturnVisitsOfEngines } from '../../browser/engine-return-suite.ts';
import { describeBrowserLoop } from '../../browser/loop-suite.ts';
import { DAY, describeReturnVisits } from '../../browser/return-suite.ts';
import { describeFrontDoor } from '../../front-door/front-door-suite.ts';
import { DESKTOP } from '../../support/browser.ts';
import { describeLoop } from '../../support/loop-suite.ts';
import { compose } from './compose.ts';
import { type ContainerStack, startContainerStack, withServiceStopped } from './container-stack.ts';
import { describeFaults } from './faults-suite.ts';
import { describeHardening } from './hardening-suite.ts';
import { describeIsolation } from './isolation-suite.ts';
import { describeObservability } from './observability-suite.ts';

let stack: ContainerStack;
beforeAll(async () => {
  stack = await startContainerStack();
});
afterAll(() => stack?.close());

describeHardening(() => stack.project);
describeIsolation(() => stack.project);
describeLoop(() => stack);
describeFrontDoor(() => ({
  url: stack.url,
  withApiUnavailable: (during) => withServiceStopped(stack.project, 'api', during),
}));
// What differs on a phone, after a declined card or a day later differs in every form of the stack: loop.test.ts and
// return.test.ts beside the suites show it, and two-doors.test.ts that Nginx says the same of every file and address.
describeBrowserLoop(() => stack, [{ device: 'a desktop', viewport: DESKTOP }]);
describeReturnVisits(() => stack, { pagesAlone: true });
// A page that the browser has kept asks for nothing: one of each shell shows it here, all of them at the embedded door.
const LEFT = [SITE_PATHS.home, SITE_PATHS.pricing, SITE_PATHS.login];
describeReturnVisitsOfEngines(
  () => stack,
  [{ when: 'by Back and Forward, and a day later', age: DAY, left: LEFT }],
);

it.each([
  ['api', '/api/nothing'],
  ['stripe', '/emulated/stripe/nothing'],
  ['scheduling', '/emulated/scheduling/nothing'],
  ['firebase', '/identitytoolkit.googleapis.com/nothing'],
  ['firebase', '/.lp'],
])('one id leads from the log of web to that of %s at %s', async (service, path) => {
  const { headers } = await fetch(`${stack.url}${path}?auth=secret`);
  const id = headers.get('x-request-id');
  const linesOf = async (name: string) => {
    const log = await compose(stack.project, 'logs', '--no-color', '--no-log-prefix', name);
    return log.split('\n').filter((line) => line.includes(`"${id}"`));
  };
  for (const name of ['web', service]) {
    await expect.poll(() => linesOf(name), { timeout: 30_000 }).not.toEqual([]);
    for (const line of await linesOf(name)) expect(line).not.toContain('secret');
  }
});

describeObservability(() => stack.project);
describeFaults(() => stack);
