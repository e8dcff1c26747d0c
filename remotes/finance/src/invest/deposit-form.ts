import type { InvestProduct } from '@tessera/api/invest';
import type { Entries } from '@tessera/ui/forms';

export type DepositFormProps = {
  readonly product: InvestProduct;
  /** The amount as it is typed. */
  readonly form: Entries<{ readonly amount: string }>;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};
