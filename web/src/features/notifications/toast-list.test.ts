import { afterEach, expect, it, vi } from 'vitest';
import { LOGIN } from '../../content/account.ts';
import { MESSAGES } from '../../content/messages.ts';
import { addToast, currentToasts, removeToast, watchToasts } from './toast-list.ts';

const messages = () => currentToasts().map(({ message }) => message);

afterEach(() => {
  for (const { id } of currentToasts()) removeToast(id);
});

it('keeps toasts in order, including repeated messages', () => {
  addToast('failure', MESSAGES.loginFirst);
  addToast('success', LOGIN.succeeded);
  addToast('failure', MESSAGES.loginFirst);
  expect(messages()).toEqual([MESSAGES.loginFirst, LOGIN.succeeded, MESSAGES.loginFirst]);
});

it('drops the oldest of more than three toasts', () => {
  for (const message of ['one', 'two', 'three', 'four']) addToast('success', message);
  expect(messages()).toEqual(['two', 'three', 'four']);
});

it('removes the toast with the given id', () => {
  addToast('success', 'one');
  addToast('success', 'two');
  removeToast(currentToasts()[0]?.id ?? 0);
  expect(messages()).toEqual(['two']);
});

it('notifies a watcher of each change until it unsubscribes', () => {
  const onChange = vi.fn();
  const stop = watchToasts(onChange);
  addToast('success', 'one');
  removeToast(currentToasts()[0]?.id ?? 0);
  stop();
  addToast('success', 'two');
  expect(onChange).toHaveBeenCalledTimes(2);
});
