import { type ReactElement, useCallback, useState } from 'react';
import { type Result, ResultScreen } from './ResultScreen.tsx';

/**
 * How an action that moves money ends. `screen` stands where it stays once the action is done: not in a sheet or a row that
 * the action itself takes away. `onEnd` is called when it is closed.
 */
export function useResult(onEnd?: () => void): {
  readonly show: (result: Result) => void;
  readonly screen: ReactElement;
} {
  const [result, setResult] = useState<Result | null>(null);
  const show = useCallback((done: Result) => setResult(done), []);
  const close = () => {
    setResult(null);
    onEnd?.();
  };
  return { show, screen: <ResultScreen result={result} onClose={close} /> };
}
