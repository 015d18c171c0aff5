import { type ComponentType, lazy, type ReactNode } from 'react';
import { never, reloadOnce } from '../lib/renew.ts';

interface Props {
  readonly children?: ReactNode;
}

export interface Preloadable {
  readonly Component: ComponentType<Props>;
  readonly preload: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/**
 * A component in a separate chunk. Once preloaded it renders synchronously, on the server and on hydration; until then
 * it suspends. If the chunk cannot be fetched, the page is loaded as a document.
 */
export function preloadable(load: () => Promise<ComponentType<Props>>): Preloadable {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    Loaded ??= await load();
  };
  const Lazy = lazy(async () => {
    const loading = load().catch((error: unknown) => {
      if (reloadOnce()) return never();
      throw error;
    });
    Loaded = await loading;
    return { default: Loaded };
  });
  const show = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />);
  return {
    Component: show,
    preload,
    isLoaded: () => Loaded !== undefined,
  };
}
