import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview } from '../../server/views.ts';
import type { Act } from './use-actions.ts';

export const ConsoleContext = createContext<{ readonly overview: Overview; readonly act: Act } | null>(null);

export function useConsole() {
  const value = useContext(ConsoleContext);
  if (value === null) throw new Error('A part of the console is used outside of it');
  return value;
}
