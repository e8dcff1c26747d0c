import { IconButton } from '@tessera/ui';
import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './SwapPair.module.css';

type Props = {
  /** The choice of the source and, below it, of the target. */
  readonly from: ReactNode;
  readonly to: ReactNode;
  readonly label: string;
  readonly onSwap: () => void;
};

/** Two choices on one card, with a button between them that swaps them. */
export function SwapPair({ from, to, label, onSwap }: Props) {
  return (
    <div className={styles.pair}>
      {from}
      <IconButton className={styles.swap} label={label} icon={<ArrowUpDown />} onClick={onSwap} />
      {to}
    </div>
  );
}
