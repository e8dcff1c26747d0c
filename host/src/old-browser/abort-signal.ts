/*
 * `AbortSignal.any` (Chrome 116, Safari 17.4, Firefox 124) and `AbortSignal.timeout` (Chrome 103) for older browsers:
 * https://dom.spec.whatwg.org/#interface-AbortSignal
 */

/** Aborts with the first of `signals` that does, for its reason. */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  const all = [...signals];
  const follow = (event: Event) => abort((event.target as AbortSignal).reason);
  const abort = (reason: unknown) => {
    for (const signal of all) signal.removeEventListener('abort', follow);
    controller.abort(reason);
  };
  for (const signal of all) {
    if (signal.aborted) {
      abort(signal.reason);
      break;
    }
    signal.addEventListener('abort', follow);
  }
  return controller.signal;
}

/** Aborts with a `TimeoutError` after `milliseconds`. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds);
  return controller.signal;
}

/** Gives the browser what it lacks. */
export function completeAbortSignal(): void {
  const define = (name: 'any' | 'timeout', value: unknown) => {
    if (!(name in AbortSignal)) Object.defineProperty(AbortSignal, name, { configurable: true, writable: true, value });
  };
  define('any', anySignal);
  define('timeout', timeoutSignal);
}
