import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { watchFile } from './watch-file.ts';

const [onChange, onError] = [vi.fn(), vi.fn()];
let watch: MockInstance<typeof fs.watch>;
let watcher: EventEmitter;
beforeEach(() => {
  vi.useFakeTimers();
  watcher = new EventEmitter();
  watch = vi
    .spyOn(fs, 'watch')
    .mockImplementation(((_folder: string, _options: object, report: () => void) =>
      watcher.on('change', report)) as unknown as typeof fs.watch);
  syncBuiltinESMExports();
  watchFile('/shop/Café.json', onChange, onError);
});
afterEach(() => {
  watch.mockRestore();
  syncBuiltinESMExports();
  vi.useRealTimers();
  vi.clearAllMocks();
});

it.each([
  ['as it was given', 'Café.json'],
  ['in another case', 'CAFÉ.JSON'],
  ['with a combining accent', 'Cafe\u0301.json'],
  ['without its name', null],
])('reports a change that the system names %s', (_, name) => {
  watcher.emit('change', 'rename', name);
  watcher.emit('change', 'change', name);
  vi.runAllTimers();
  expect(onChange).toHaveBeenCalledOnce();
});

it('reports no change of another file', () => {
  watcher.emit('change', 'change', 'other.json');
  vi.runAllTimers();
  expect(onChange).not.toHaveBeenCalled();
});

it('reports that the folder cannot be watched any more', () => {
  const error = Object.assign(new Error('operation not permitted, watch'), { code: 'EPERM' });
  watcher.emit('error', error);
  expect(onError).toHaveBeenCalledWith(error);
});
