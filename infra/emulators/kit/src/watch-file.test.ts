import { EventEmitter } from 'node:events';
import { watch } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFile } from './watch-file.ts';

vi.mock('node:fs', async (original) => ({ ...(await original<object>()), watch: vi.fn() }));

const [onChange, onError] = [vi.fn(), vi.fn()];
let watcher: EventEmitter;
beforeEach(() => {
  vi.useFakeTimers();
  watcher = new EventEmitter();
  vi.mocked(watch).mockImplementation(((_folder: string, _options: object, report: () => void) =>
    watcher.on('change', report)) as unknown as typeof watch);
  watchFile('/shop/Café.json', onChange, onError);
});
afterEach(() => {
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
