import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import type { Step } from '../../infra/emulators/console/src/rows.ts';
import type { ContainerStack } from '../support/containers/container-stack.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';

/** Tests what the console learns of the API from Nginx. */
export function describeConsole(stack: () => ContainerStack): void {
  it.concurrent("shows the requests to the API with their ids on a person's timeline", async () => {
    const { url, consoleUrl } = stack();
    const visitor = await registerVisitor(url, newPerson());
    const { uid } = visitor.user;
    const answer = await visitor.call(API_PATHS.createCheckoutSession, {
      plan: FIRST.price,
      customerId: uid,
    });
    await visitor.leave();
    expect(answer.status).toBe(200);
    const asked = async () => {
      const person = await fetch(`${consoleUrl}/console/people/${uid}`);
      const { steps = [] } = (await person.json()) as { steps?: Step[] };
      const entries = steps.flatMap((step) => step.entries);
      return entries.filter(({ service }) => service === 'api').map(({ detail }) => detail);
    };
    // The longer a reading of the services takes, the longer it holds.
    await expect
      .poll(asked, { timeout: 60_000 })
      .toEqual([
        `POST ${API_PATHS.createCheckoutSession}, answered 200, ${answer.headers.get('x-request-id')}`,
      ]);
  });
}
