import { type ComponentType, lazy, type ReactNode } from 'react';

interface Props {
  readonly children?: ReactNode;
}

export interface Preloadable {
  readonly Component: ComponentType<Props>;
  readonly preload: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/**
 * A component in a chunk of its own. Once preloaded it renders at once, on the server and while the page is taken
 * over; before that it suspends.
 */
export function preloadable(load: () => Promise<ComponentType<Props>>): Preloadable {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component;
        return component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Lazy = lazy(async () => ({ default: await loadOnce() }));
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: called at module level only, once for each page
    Component: (props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />),
    preload: async () => {
      await loadOnce();
    },
    isLoaded: () => Loaded !== undefined,
  };
}
