import { type ComponentType, lazy, type ReactNode } from 'react';
import { never, reloadOnce, siteIsReachable } from '../lib/renew.ts';

interface Props {
  readonly children?: ReactNode;
}

export interface Preloadable {
  readonly Component: ComponentType<Props>;
  readonly preload: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/**
 * A component in a separate chunk. Once preloaded it renders synchronously, on the server and on hydration;
 * until then it suspends. `Offline` replaces it while the site is unreachable.
 */
export function preloadable(load: () => Promise<ComponentType<Props>>, Offline: ComponentType): Preloadable {
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
  const loadOrOffline = async () => {
    try {
      return await loadOnce();
    } catch (error) {
      if (!(await siteIsReachable())) return Offline;
      if (reloadOnce()) return never();
      throw error;
    }
  };
  const Lazy = lazy(async () => ({ default: await loadOrOffline() }));
  return {
    Component: (props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />),
    preload: async () => {
      await loadOnce();
    },
    isLoaded: () => Loaded !== undefined,
  };
}
