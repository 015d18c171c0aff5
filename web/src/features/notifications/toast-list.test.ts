import { afterEach, expect, it } from 'vitest';
import { addToast, currentToasts, removeToast } from './toast-list.ts';

const messages = () => currentToasts().map(({ message }) => message);

afterEach(() => {
  for (const { id } of currentToasts()) removeToast(id);
});

it('drops the oldest of more than three toasts', () => {
  for (const message of ['one', 'two', 'three', 'four']) addToast('success', message);
  expect(messages()).toEqual(['two', 'three', 'four']);
});
