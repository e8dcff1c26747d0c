import type { PayParts, Step } from '../src/domains/withdrawals/chain/pay.ts';

/** Stops the payment of withdrawals once at a step, as a killed process would. */
export function stopAt(step: Step): Pick<PayParts, 'reached'> {
  let stopped = false;
  return {
    reached: (at) => {
      // Once it is gone it does nothing more in this turn.
      stopped ||= at === step;
      if (stopped) throw new Error('killed');
    },
  };
}
