import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Repeat, Send } from 'lucide-react';
import styles from './AssetsPage.module.css';

/** The ways to move money. */
export function Actions() {
  const t = useTexts('assets');
  const actions = [
    { to: screenUrl('/pages/fund/receive'), icon: <ArrowDownToLine />, label: t('routes.fund.receive') },
    { to: screenUrl('/pages/fund/withdraw'), icon: <ArrowUpFromLine />, label: t('routes.fund.withdraw') },
    {
      to: screenUrl('/pages/fund/transfer', { from: 'change', to: 'lever' }),
      icon: <ArrowLeftRight />,
      label: t('routes.fund.transfer'),
    },
    { to: screenUrl('/pages/transfer/transfer'), icon: <Repeat />, label: t('routes.transfer.transfer') },
    { to: screenUrl('/pages/fund/fundTransfer'), icon: <Send />, label: t('overview.send') },
  ];
  return (
    <ul className={styles.actions}>
      {actions.map(({ to, icon, label }, index) => (
        <li key={label}>
          <ScreenLink className={styles.action} to={to} data-first={index === 0 || undefined}>
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
            {label}
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}
