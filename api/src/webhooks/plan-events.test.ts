import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HANDLED_EVENTS } from './plan-events.ts';

const guide = readFileSync(new URL('../../../docs/going-live.md', import.meta.url), 'utf8');

/** The list of section 4, where `.updated` goes on from the event before it. */
function eventsToChoose(): string[] {
  const [, section = ''] = guide.split('## 4. Webhook endpoint');
  const [list = ''] = section.split('\n\nNote the signing secret');
  let prefix = '';
  return [...list.matchAll(/`([a-z_.]+)`/g)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return prefix + name;
    prefix = name.replace(/\.\w+$/, '');
    return name;
  });
}

it('are the events that the guide tells to choose for the endpoint', () => {
  expect(eventsToChoose().toSorted()).toEqual(HANDLED_EVENTS.toSorted());
});

it('are no more than Stripe lists in one call', () => {
  expect(HANDLED_EVENTS.length).toBeLessThanOrEqual(20);
});
