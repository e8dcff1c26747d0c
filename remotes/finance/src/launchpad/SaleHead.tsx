import type { Project } from '@tessera/api/launchpad';
import { useTexts } from '@tessera/i18n';
import { div, formatRate } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Badge, type BadgeTone, CoinIcon, Inline, Text, useLocale } from '@tessera/ui';
import { Countdown, ProgressBar } from '@tessera/ui/content';
import styles from './Launchpad.module.css';

type Sale = Pick<Project, 'name' | 'currency' | 'status' | 'start_time' | 'end_time' | 'subscribed' | 'total_issuance'>;

const STATUS: Readonly<Record<Project['status'], { readonly tone: BadgeTone; readonly text: StatusText }>> = {
  warm_up: { tone: 'accent', text: 'warmUp' },
  in_progress: { tone: 'success', text: 'inProgress' },
  ended: { tone: 'neutral', text: 'ended' },
  cancelled: { tone: 'danger', text: 'cancelled' },
};
type StatusText = 'warmUp' | 'inProgress' | 'ended' | 'cancelled';

/** Name and state of a sale, the time that is left, and how much of it was applied for. */
export function SaleHead({ sale, onTurn }: { readonly sale: Sale; readonly onTurn?: () => void }) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  const { tone, text } = STATUS[sale.status];
  const waits = sale.status === 'warm_up';
  const demand = div(sale.subscribed, sale.total_issuance);
  return (
    <>
      <Inline gap={3}>
        <CoinIcon symbol={sale.currency} />
        <span className={styles.name}>
          {sale.name}
          <Text as="span" block weight="normal">
            {sale.currency}
          </Text>
        </span>
        <Badge tone={tone}>{t(text)}</Badge>
      </Inline>
      {(waits || sale.status === 'in_progress') && (
        <div className={styles.clock}>
          <span>{t(waits ? 'opens' : 'closes')}</span>
          <Countdown
            key={sale.status}
            until={waits ? sale.start_time : sale.end_time}
            now={serverNow}
            {...(onTurn && { onEnd: onTurn })}
          />
        </div>
      )}
      {!waits && <ProgressBar label={t('demand')} ratio={demand} note={formatRate(demand, locale, 1)} />}
    </>
  );
}
