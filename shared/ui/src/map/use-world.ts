import { useCallback, useEffect, useRef, useState } from 'react';
import { loadWorld, type World } from './world.ts';

export type WorldState = {
  /** Null until it is loaded. */
  readonly world: World | null;
  /** The last attempt failed. */
  readonly failed: boolean;
  readonly retry: () => void;
};

/**
 * The countries of the world. They are a file of their own, which a lost connection fails to load: it is loaded again when
 * the user asks for it, and once the device is online.
 */
export function useWorld(onWorld?: (world: World) => void, load: () => Promise<World> = loadWorld): WorldState {
  const [world, setWorld] = useState<World | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const told = useRef(onWorld);
  told.current = onWorld;
  const loader = useRef(load);
  const retry = useCallback(() => {
    setFailed(false);
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    let shown = true;
    loader.current().then(
      (loaded) => {
        if (!shown) return;
        setWorld(loaded);
        told.current?.(loaded);
      },
      () => {
        if (shown) setFailed(true);
      },
    );
    return () => {
      shown = false;
    };
  }, [attempt]);
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);
  return { world, failed, retry };
}
