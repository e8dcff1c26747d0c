import type { ArtworkDetail } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { useLocale } from '@tessera/ui';
import { priceFigure } from '../figures.ts';
import { sentences } from '../works/sentences.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import styles from './Trade.module.css';

/** Where the user stands in an auction; a change of it is announced. */
export function Standing({ work }: { readonly work: ArtworkDetail }) {
  const t = useTexts('nft');
  const terms = useTermTexts(work.terms);
  const locale = useLocale();
  const { viewer, status } = work;
  const text = (): { readonly tone: 'good' | 'bad' | 'quiet'; readonly text: string } | null => {
    if (!viewer) return null;
    if (viewer.seller) return { tone: 'quiet', text: t('action.ownSale') };
    // The winner's deposit is held; the one of the second bidder was returned.
    if (viewer.to_pay) return { tone: 'good', text: t(viewer.deposit === 'paid' ? 'standing.won' : 'rest.offered') };
    if (work.own && !work.selling) return { tone: 'good', text: t('buy.done', { name: work.name }) };
    if (viewer.deposit === 'kept') return { tone: 'bad', text: sentences(t('standing.kept'), terms.rest) };
    if (status !== 'on_sale') {
      if (viewer.deposit === 'returned') return { tone: 'quiet', text: t('standing.returned') };
      return viewer.deposit === 'paid' ? { tone: 'quiet', text: t('standing.waiting') } : null;
    }
    if (viewer.bid === null) return viewer.deposit === 'paid' ? { tone: 'quiet', text: t('standing.ready') } : null;
    const own = { amount: priceFigure(viewer.bid, work.currency, locale) };
    return viewer.leading
      ? { tone: 'good', text: t('standing.leading', own) }
      : { tone: 'bad', text: t('standing.outbid', own) };
  };
  const standing = text();
  return (
    <div role="status" aria-live="polite">
      {standing && (
        <p className={styles.standing} data-tone={standing.tone}>
          {standing.text}
        </p>
      )}
    </div>
  );
}
