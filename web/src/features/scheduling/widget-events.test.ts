import { expect, it } from 'vitest';
import { WIDGET_EVENTS, widgetEvent } from './widget-events.ts';

const ORIGIN = 'https://widget.example';
const message = (data: unknown, origin = ORIGIN) => widgetEvent({ origin, data }, ORIGIN);

it.each(WIDGET_EVENTS)('returns name and payload of %s', (event) => {
  expect(message({ event, payload: { a: 1 } })).toEqual({ name: event, payload: { a: 1 } });
});

it.each(['https://widget.example.evil.test', 'http://widget.example', 'null', ''])(
  'ignores a message from %j',
  (origin) => expect(message({ event: WIDGET_EVENTS[0], payload: {} }, origin)).toBeUndefined(),
);

it.each([
  null,
  'calendly.event_scheduled',
  7,
  {},
  { event: 'calendly.page_height', payload: {} },
  { event: {} },
])('ignores the data %j', (data) => expect(message(data)).toBeUndefined());
