import { useTexts } from '@tessera/i18n';
import { formatRate } from '@tessera/money';
import { useLocale, VisuallyHidden } from '@tessera/ui';
import styles from './DepthBook.module.css';

/** How much of what is shown would buy, and how much would sell. */
export function Ratio({ bids }: { readonly bids: number }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const [buy, sell] = [formatRate(bids.toFixed(4), locale, 0), formatRate((1 - bids).toFixed(4), locale, 0)];
  return (
    <p className={styles.ratio}>
      <VisuallyHidden>{t('book.ratio', { buy, sell })}</VisuallyHidden>
      <span aria-hidden="true">{buy}</span>
      <span className={styles.share} aria-hidden="true">
        <span style={{ inlineSize: `${bids * 100}%` }} />
      </span>
      <span aria-hidden="true">{sell}</span>
    </p>
  );
}
