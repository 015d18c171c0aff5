import { expect, test } from 'vitest';
import { SegmentAssembler } from '../long-poll/segment-assembler.ts';
import { FrameAssembler } from './frame-assembler.ts';
import { ProtocolError, parseClientMessage } from './messages.ts';

test('reassembles messages from frames', () => {
  const frames = new FrameAssembler();
  expect(['0', '2', 'ab', '0', 'cd', '1', 'e'].map((frame) => frames.accept(frame))).toEqual([
    null,
    null,
    null,
    'ab0',
    'cd',
    null,
    'e',
  ]);
});

const encode = (text: string): string => Buffer.from(text).toString('base64url');

test('reassembles segments in the order of their numbers', () => {
  const data = `${encode('{"é":1}')}..`;
  const segments = new SegmentAssembler();
  const second = new URLSearchParams({ seg0: '1', ts0: '2', d0: data.slice(4) });
  const others = new URLSearchParams({
    seg0: '0',
    ts0: '2',
    d0: data.slice(0, 4),
    seg1: '2',
    ts1: '1',
    d1: encode('x'),
  });
  expect(segments.accept(second)).toEqual([]);
  expect(segments.accept(others)).toEqual(['{"é":1}', 'x']);
  expect(segments.accept(second)).toEqual([]);
});

test.each([['x'], ['0.5']])('rejects a segment numbered %s', (number) => {
  const parameters = new URLSearchParams({ seg0: number, ts0: '1', d0: '' });
  expect(() => new SegmentAssembler().accept(parameters)).toThrow(ProtocolError);
});

test('limits nesting but ignores brackets inside strings', () => {
  const text = JSON.stringify({ t: 'd', d: { r: 1, a: 'p', b: { p: `\\"${'[{'.repeat(500)}` } } });
  expect(parseClientMessage(text).type).toBe('request');
  expect(() => parseClientMessage('['.repeat(500))).toThrow(/nested too deeply/);
});
