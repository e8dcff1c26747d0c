import type { FollowTerms } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, Sheet, useLocale } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import styles from '../../copytrading/copytrading.module.css';
import { ProfitShare } from '../../copytrading/Figures.tsx';

type Props = {
  readonly title: string;
  /** What is to be confirmed; null while nothing is. */
  readonly terms: FollowTerms | null;
  /** Of the trader, of what copies gain; a ratio. */
  readonly profitShare: string;
  readonly busy: boolean;
  readonly rejection: string | null;
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
};

/** The terms of a follow, confirmed by the payment password: a share of what copies gain goes to the trader. */
export function FollowSheet({ title, terms, profitShare, busy, rejection, onKey, onClose }: Props) {
  const t = useTexts('trading');
  const locale = useLocale();
  const session = useSession();
  if (terms === null) return null;
  const { type, number, amount } = terms;
  return (
    <Sheet open onClose={onClose} title={title}>
      <KeyValue
        items={[
          { label: type === 'multiple' ? t('copy.form.multipleOf') : t('copy.form.lotsEach'), value: number },
          { label: t('copy.form.most'), value: `${formatAmount(amount, 2, locale)} USDT` },
        ]}
      />
      <p className={styles.weak}>
        <ProfitShare rate={profitShare} />
      </p>
      {session?.user.hasPayPassword === false ? (
        <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
          {t('option.setPayPassword')}
        </Button>
      ) : (
        <PayKeypad title={t('option.payPassword')} busy={busy} error={rejection} onComplete={onKey} />
      )}
    </Sheet>
  );
}
