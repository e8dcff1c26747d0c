import { useUnread } from '@tessera/api/messages';
import { useTextByKey, useTexts } from '@tessera/i18n';
import { type ScreenUrl, screenUrl } from '@tessera/router';
import { Badge, Heading, List, ListRow } from '@tessera/ui';
import {
  Bell,
  BookOpen,
  CircleQuestionMark,
  CreditCard,
  Crown,
  Headset,
  IdCard,
  Info,
  LockKeyhole,
  type LucideIcon,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldCheck,
  Snowflake,
  Ticket,
  UserPlus,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { VerificationBadge } from '../../verification/VerificationBadge.tsx';

type Place = { readonly to: ScreenUrl; readonly title: string; readonly icon: LucideIcon };

const VERIFICATION: Place = {
  to: screenUrl('/pages/setting/real_mark'),
  title: 'routes.setting.real_mark',
  icon: IdCard,
};

const ACCOUNT: readonly Place[] = [
  { to: screenUrl('/pages/setting/security'), title: 'routes.setting.security', icon: ShieldCheck },
  VERIFICATION,
  { to: screenUrl('/pages/fund/vip'), title: 'profile.vip', icon: Crown },
  { to: screenUrl('/pages/setting/wallet'), title: 'settings.wallets', icon: Wallet },
  { to: screenUrl('/pages/setting/bank'), title: 'settings.cards', icon: CreditCard },
  { to: screenUrl('/pages/setting/bill'), title: 'settings.bills', icon: ReceiptText },
  { to: screenUrl('/pages/setting/coupon'), title: 'routes.setting.coupon', icon: Ticket },
  { to: screenUrl('/pages/setting/share'), title: 'routes.setting.share', icon: UserPlus },
];

/** For who cannot log in. */
const UNFREEZE: Place = {
  to: screenUrl('/pages/setting/unfreeze'),
  title: 'routes.setting.unfreeze',
  icon: Snowflake,
};

const NOTICES: Place = { to: screenUrl('/pages/mailMessage/mailMessage'), title: 'settings.notices', icon: Bell };

const MORE: readonly Place[] = [
  NOTICES,
  { to: screenUrl('/pages/help/help'), title: 'routes.help.help', icon: BookOpen },
  { to: screenUrl('/pages/common/faq'), title: 'routes.common.faq', icon: CircleQuestionMark },
  { to: screenUrl('/pages/common/contactus'), title: 'routes.common.contactus', icon: Headset },
  UNFREEZE,
  { to: screenUrl('/pages/common/terms'), title: 'routes.common.terms', icon: ScrollText },
  { to: screenUrl('/pages/common/privacy'), title: 'routes.common.privacy', icon: LockKeyhole },
  { to: screenUrl('/pages/common/aboutus'), title: 'routes.common.aboutus', icon: Info },
  {
    to: screenUrl('/pages/setting/operational_compliance'),
    title: 'routes.setting.operational_compliance',
    icon: Scale,
  },
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
      <Heading size={14} below={2}>
        {heading}
      </Heading>
      <List card label={heading}>
        {places.map((place) => {
          const { to, title, icon: Icon } = place;
          return <ListRow key={to} to={to} start={<Icon />} title={t(title)} value={beside?.(place)} />;
        })}
      </List>
    </section>
  );
}

/** What concerns the signed-in user, with the state of identity verification at its row. */
export function AccountLinks() {
  const t = useTexts('account');
  return (
    <Links
      heading={t('settings.account')}
      places={ACCOUNT}
      beside={(place) => (place === VERIFICATION ? <VerificationBadge /> : undefined)}
    />
  );
}

/** How many messages wait to be read. */
function Unread() {
  const t = useTexts('account');
  const count = useUnread().data?.total ?? 0;
  return count > 0 && <Badge tone="accent">{t('settings.unread', { count })}</Badge>;
}

/** What guests may read too. */
export function MoreLinks({ guest }: { readonly guest: boolean }) {
  const t = useTexts('account');
  const places = guest ? MORE : MORE.filter((place) => place !== UNFREEZE);
  return (
    <Links
      heading={t('settings.more')}
      places={places}
      beside={(place) => (place === NOTICES && !guest ? <Unread /> : undefined)}
    />
  );
}
