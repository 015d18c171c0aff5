import { type ComponentType, lazy, type ReactNode } from 'react';
import { nevermore, renewOnce, siteAnswers } from '../lib/renew.ts';

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
 * over; before that it suspends. `Offline` stands in for it while the site cannot be reached.
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
  const loadOrStandIn = async () => {
    try {
      return await loadOnce();
    } catch (error) {
      if (!(await siteAnswers())) return Offline;
      if (renewOnce()) return nevermore();
      throw error;
    }
  };
  const Lazy = lazy(async () => ({ default: await loadOrStandIn() }));
  return {
    Component: (props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />),
    preload: async () => {
      await loadOnce();
    },
    isLoaded: () => Loaded !== undefined,
  };
}
