import type { MenuEntry } from '@tessera/api/content';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChartCandlestick,
  ChartLine,
  CircleDollarSign,
  Clock,
  Coins,
  Landmark,
  type LucideIcon,
  Percent,
  PiggyBank,
  Users,
} from 'lucide-react';
import styles from './HomePage.module.css';

type Icons = Readonly<Record<string, LucideIcon>>;

/** Icons of the services that Home itself shows in the menu's own order, to a guest or to a user. */
export const ICONS: Icons = {
  deposit: ArrowDownToLine,
  withdraw: ArrowUpFromLine,
  transfer: ArrowLeftRight,
  exchange: CircleDollarSign,
  stocks: Landmark,
  futures: ChartLine,
  leverage: Percent,
  contract: ChartCandlestick,
  options: Clock,
  copy: Users,
  finance: PiggyBank,
  quick_buy: Coins,
};

/** The icon of a service: Home's own, at once; of any other service that which its remote declares, as a picture. */
export function ServiceIcon({ entry }: { readonly entry: Pick<MenuEntry, 'key' | 'path'> }) {
  const Icon = ICONS[entry.key];
  if (Icon) return <Icon />;
  const [path] = entry.path.split('?', 1);
  // A mask: the picture has no colour of its own.
  const picture = `url("/h5/icons${path}.svg")`;
  return <span className={styles.picture} style={{ WebkitMaskImage: picture, maskImage: picture }} />;
}
