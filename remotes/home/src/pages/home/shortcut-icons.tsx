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
  Layers,
  type LucideIcon,
  Percent,
  PiggyBank,
  Users,
} from 'lucide-react';
import { useEffect, useState } from 'react';

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

let further: Icons | null = null;

/** An icon outside Home's first bundle; one that cannot be fetched, or that is not known, is neutral. */
function FurtherIcon({ name }: { readonly name: string }) {
  const [icons, show] = useState(further);
  useEffect(() => {
    if (further) return;
    // In the chunk of what Home shows later: AllServices, which uses this file, is in it, too.
    import(/* webpackChunkName: "later" */ './further-icons.ts').then(
      ({ FURTHER_ICONS }) => {
        further = FURTHER_ICONS;
        show(further);
      },
      () => show({}),
    );
  }, []);
  if (!icons) return null;
  const Icon = icons[name] ?? Layers;
  return <Icon />;
}

export function iconOf(key: string) {
  const Icon = ICONS[key];
  return Icon ? <Icon /> : <FurtherIcon name={key} />;
}
