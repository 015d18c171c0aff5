import { createContext, useContext } from 'react';
import type { Act } from './use-actions.ts';

export interface ConsoleContextValue {
  readonly act: Act;
  readonly busy: boolean;
}

export const ConsoleContext = createContext<ConsoleContextValue>({ act: async () => {}, busy: false });

export function useConsole(): ConsoleContextValue {
  return useContext(ConsoleContext);
}
