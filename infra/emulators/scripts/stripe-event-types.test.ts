import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventTable, sentTypes, unsentTypes } from './stripe-event-types.ts';

it('every event type that is sent is listed in EVENTS.md', async () => {
  const listed = await readFile(new URL('../stripe/EVENTS.md', import.meta.url), 'utf8');
  expect(listed, 'run npx node infra/emulators/scripts/stripe-event-types.ts').toBe(await eventTable());
});

it('every event type of an object that the emulator has is sent, or is not for a reason', async () => {
  const objectName = (type: string) => type.slice(0, type.lastIndexOf('.'));
  const sent = await sentTypes();
  const objects = new Set(sent.map(objectName));
  const unexplained = unsentTypes(sent).filter(
    ({ type, reason }) => reason === undefined && objects.has(objectName(type)),
  );
  expect(unexplained).toEqual([]);
});
