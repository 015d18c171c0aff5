import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { animatedPng } from './animated-png.ts';
import { ROOT } from './step.ts';

const picture = (name: string) => readFile(join(ROOT, 'docs/images', `${name}.png`));

const countChunks = (file: Buffer, type: string) => file.toString('latin1').split(type).length - 1;

it('joins pictures of the same size into one that repeats', async () => {
  const pictures = [await picture('home'), await picture('pricing')];
  const file = animatedPng(pictures.map((png) => ({ png, milliseconds: 500 })));
  const control = file.indexOf('acTL');
  expect([file.readUInt32BE(control + 4), file.readUInt32BE(control + 8)]).toEqual([2, 0]);
  expect(countChunks(file, 'fcTL')).toBe(2);
  expect(file.indexOf('acTL')).toBeLessThan(file.indexOf('IDAT'));
});

it('rejects pictures of different sizes', async () => {
  const frames = [await picture('home'), await picture('loop')].map((png) => ({ png, milliseconds: 500 }));
  expect(() => animatedPng(frames)).toThrow('Frame 1 differs in size');
});

it('the recording in the README has several frames and stays under 2 MB', async () => {
  const file = await picture('loop');
  expect(countChunks(file, 'fcTL')).toBeGreaterThan(5);
  expect(file.length).toBeLessThan(2_000_000);
});
