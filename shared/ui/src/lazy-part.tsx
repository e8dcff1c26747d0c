// By the package's name: a relative import would bundle a second copy of it into the remote.
import { ErrorState } from '@tessera/ui';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';

type Loaded<Props> = { readonly default: ComponentType<Props> };

export type LazyPart<Props> = ComponentType<{ readonly props: Props; readonly waiting?: ReactNode }> & {
  /** Fetches ahead of need; a failure is met again, and shown, when the part is. */
  preload(): void;
};

/** A part of a screen in a separate chunk: `waiting` until it is loaded, a retry when loading failed. */
export function lazyPart<Props extends object>(load: () => Promise<Loaded<Props>>): LazyPart<Props> {
  let ready: ComponentType<Props> | null = null;
  const fetch = async () => {
    ready = (await load()).default;
    return ready;
  };

  function Part({ props, waiting = null }: { readonly props: Props; readonly waiting?: ReactNode }) {
    const [Component, show] = useState<ComponentType<Props> | null>(() => ready);
    const [failed, setFailed] = useState(false);
    const start = useCallback(() => {
      setFailed(false);
      fetch().then(
        (component) => show(() => component),
        () => setFailed(true),
      );
    }, []);
    useEffect(() => {
      if (!Component) start();
    }, [Component, start]);
    if (Component) return <Component {...props} />;
    return failed ? <ErrorState compact onRetry={start} /> : waiting;
  }
  return Object.assign(Part, {
    preload: () => void fetch().catch(() => undefined),
  });
}
