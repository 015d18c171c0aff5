import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HANDLED_EVENTS } from './plan-events.ts';

const guide = readFileSync(new URL('../../../docs/going-live.md', import.meta.url), 'utf8');

/** The list in section 4; `.updated` is short for the previous event with that suffix. */
function eventsToChoose(): string[] {
  const [, section = ''] = guide.split('## 4. Webhook endpoint');
  const [list = ''] = section.split('\n## ');
  let prefix = '';
  const items = list.split('\n').filter((line) => line.startsWith('- '));
  return [...items.join('\n').matchAll(/`([a-z_.]+)`/g)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return prefix + name;
    prefix = name.replace(/\.\w+$/, '');
    return name;
  });
}

it('the handled events are those listed in the going-live guide', () => {
  expect(eventsToChoose().toSorted()).toEqual(HANDLED_EVENTS.toSorted());
});

it('the handled events fit into one call of the event list', () => {
  expect(HANDLED_EVENTS.length).toBeLessThanOrEqual(20);
});
