import { useTextByKey, useTexts } from '@tessera/i18n';
import { Badge, List, ListRow } from '@tessera/ui';
import {
  Bell,
  BookOpen,
  CircleQuestionMark,
  CreditCard,
  Headset,
  IdCard,
  Info,
  type LucideIcon,
  ReceiptText,
  Scale,
  ShieldCheck,
  Ticket,
  UserPlus,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './SettingPage.module.css';

type Place = { readonly path: string; readonly title: string; readonly icon: LucideIcon };

const own = (route: string, icon: LucideIcon): Place => ({
  path: `/pages/${route}`,
  title: `routes.${route.replace('/', '.')}`,
  icon,
});

const VERIFICATION = own('setting/real_mark', IdCard);

const ACCOUNT: readonly Place[] = [
  own('setting/security', ShieldCheck),
  VERIFICATION,
  { path: '/pages/setting/wallet', title: 'settings.wallets', icon: Wallet },
  { path: '/pages/setting/bank', title: 'settings.cards', icon: CreditCard },
  { path: '/pages/setting/bill', title: 'settings.bills', icon: ReceiptText },
  own('setting/coupon', Ticket),
  own('setting/share', UserPlus),
];

const MORE: readonly Place[] = [
  { path: '/pages/mailMessage/mailMessage', title: 'settings.notices', icon: Bell },
  own('help/help', BookOpen),
  own('common/faq', CircleQuestionMark),
  own('common/contactus', Headset),
  own('common/aboutus', Info),
  own('setting/operational_compliance', Scale),
];

type LinksProps = {
  readonly heading: string;
  readonly places: readonly Place[];
  readonly beside?: (place: Place) => ReactNode;
};

function Links({ heading, places, beside }: LinksProps) {
  const t = useTextByKey('account');
  return (
    <section>
      <h2 className={styles.heading}>{heading}</h2>
      <List card label={heading}>
        {places.map((place) => {
          const { path, title, icon: Icon } = place;
          return <ListRow key={path} href={`#${path}`} start={<Icon />} title={t(title)} value={beside?.(place)} />;
        })}
      </List>
    </section>
  );
}

/** What concerns the signed-in person, with the identity level at its row. */
export function AccountLinks({ level }: { readonly level: 0 | 1 | 2 }) {
  const t = useTexts('account');
  const badge = <Badge tone={level === 0 ? 'warn' : 'success'}>{t(`settings.level${level}`)}</Badge>;
  return (
    <Links
      heading={t('settings.account')}
      places={ACCOUNT}
      beside={(place) => (place === VERIFICATION ? badge : undefined)}
    />
  );
}

/** What everybody may read. */
export function MoreLinks() {
  const t = useTexts('account');
  return <Links heading={t('settings.more')} places={MORE} />;
}
