import { expect, test } from 'vitest';
import { ChangeFeed } from './change-feed.ts';

test('tells what is new since a cursor, and how many there are', () => {
  const feed = new ChangeFeed();
  const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const first = feed.since('start', [one, two]);
  expect(first).toMatchObject({ count: 2, changed: [one, two] });
  const replaced = { id: 1 };
  const second = feed.since(first.cursor, [replaced, two, three]);
  expect(second).toMatchObject({ count: 3, changed: [replaced, three] });
  expect(feed.since(second.cursor, [two])).toMatchObject({ count: 1, changed: [] });
});

test('tells everything to who knows another feed', () => {
  const { cursor } = new ChangeFeed().since('start', [{ id: 1 }]);
  expect(new ChangeFeed().since(cursor, [{ id: 2 }])).toMatchObject({ changed: [{ id: 2 }] });
});
