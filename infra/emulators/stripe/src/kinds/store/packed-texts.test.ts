import { describe, expect, it } from 'vitest';
import { Collection } from './collection.ts';
import { heldForm, PackedTexts } from './packed-texts.ts';

describe('packed texts', () => {
  it('reads each text back, from open and from compressed blocks, in any order', () => {
    const texts = new PackedTexts();
    const added = Array.from({ length: 200 }, (_, index) => `text ${index} äöü €`);
    const packed = added.map((text) => texts.add(text));
    expect(packed.map((text) => texts.read(text))).toEqual(added);
    expect(packed.toReversed().map((text) => texts.read(text))).toEqual(added.toReversed());
  });

  it('reads a text added to the open block after another one was read', () => {
    const texts = new PackedTexts();
    expect(texts.read(texts.add('first'))).toBe('first');
    expect(texts.read(texts.add('second'))).toBe('second');
  });
});

describe('an event held in memory', () => {
  const createEvent = (index: number) => ({
    id: `evt_${index}`,
    created: index,
    type: 'invoice.paid',
    payload: JSON.stringify({
      id: `evt_${index}`,
      data: { object: { id: 'in_1', lines: 'x'.repeat(3000) } },
    }),
  });

  it('reads as it was stored, also when written to the journal', () => {
    const events = new Collection('events', () => {}, heldForm<ReturnType<typeof createEvent>>('events'));
    const stored = Array.from({ length: 100 }, (_, index) => events.put(createEvent(index)));
    expect(events.get('evt_3')?.payload).toBe(createEvent(3).payload);
    const written = Array.from(events.values(), (held) => JSON.parse(JSON.stringify(held)));
    expect(written).toEqual(stored);
  });
});
