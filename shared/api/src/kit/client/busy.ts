/** A call is felt as waiting from here on, in ms. */
export const BUSY_AFTER_MS = 800;

/**
 * Watches calls and reports `true` when the first of them has taken 800 ms, `false` when the last such one has ended;
 * quick calls report nothing. `begin` returns a function that ends the call.
 */
export function watchBusy(report: (busy: boolean) => void): { begin(): () => void } {
  let slow = 0;
  return {
    begin() {
      let counted = false;
      const timer = setTimeout(() => {
        counted = true;
        slow += 1;
        if (slow === 1) report(true);
      }, BUSY_AFTER_MS);
      return () => {
        clearTimeout(timer);
        if (!counted) return;
        counted = false;
        slow -= 1;
        if (slow === 0) report(false);
      };
    },
  };
}
