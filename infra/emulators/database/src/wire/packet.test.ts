import { expect, test } from 'vitest';
import { textFrame } from './packet.ts';

test.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
])('encodes %d bytes of text with the header %s', (length, header) => {
  const frame = textFrame('x'.repeat(length));
  const headerLength = header.length / 2;
  expect(frame.toString('hex', 0, headerLength)).toBe(header);
  expect(frame.toString('utf8', headerLength)).toBe('x'.repeat(length));
});

test('counts the length in bytes', () => {
  const text = 'é👋'.repeat(21);
  const frame = textFrame(text);
  expect(frame.subarray(0, 4).toString('hex')).toBe('817e007e');
  expect(frame.toString('utf8', 4)).toBe(text);
});
