import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview } from '../../server/views.ts';
import type { Act } from './use-actions.ts';

export interface ConsoleContextValue {
  readonly overview: Overview;
  readonly act: Act;
}

export const ConsoleContext = createContext<ConsoleContextValue | null>(null);

export function useConsole(): ConsoleContextValue {
  const value = useContext(ConsoleContext);
  if (value === null) throw new Error('A part of the console is used outside of it');
  return value;
}
