import { type SaleTerms, type SubmittedWork, useEndSale, useNftCurrencies } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { bothOf, Loaded, type LoadedQuery, Note, SkeletonRows } from '@tessera/ui';
import type { Result } from '@tessera/ui/result';
import { EndSale } from './EndSale.tsx';
import { OfferForm } from './OfferForm.tsx';
import { StudioLine } from './StudioLine.tsx';
import styles from './Trade.module.css';

type Props = {
  readonly work: SubmittedWork;
  readonly code: string;
  readonly terms: LoadedQuery<SaleTerms>;
  readonly onDone: (result: Result) => void;
};

/** The running sale of a work, which its artist can end while there is no bid. */
function Running({ work, code, has_bids }: Pick<Props, 'work' | 'code'> & { readonly has_bids: boolean }) {
  const t = useTexts('nft');
  return (
    <div className={styles.stack}>
      <StudioLine work={work} code={code} />
      <Note tone="plain">{t(has_bids ? 'own.bound' : 'own.artistNote')}</Note>
      {!has_bids && <EndSale code={code} command={useEndSale} />}
    </div>
  );
}

/** What an artist can do with an approved work: offer it, end its sale, offer what is left of it. */
export function ArtistSale({ work, code, terms, onDone }: Props) {
  const query = bothOf(useNftCurrencies(), terms);
  const { left = 0, sale = null } = work.market ?? {};
  if (sale) return <Running work={work} code={code} has_bids={sale.has_bids} />;
  return (
    <Loaded query={query} waiting={<SkeletonRows count={4} />}>
      {([{ list }, known]) => {
        const [usual, ...others] = list.toSorted(
          (a, b) => Number(b.currency === 'USDT') - Number(a.currency === 'USDT'),
        );
        return (
          usual && (
            <OfferForm
              key={code}
              work={{ code, name: work.title, royalty_bp: work.royalty_bp }}
              terms={known}
              currencies={[usual, ...others]}
              editions={left}
              auctions={work.editions === 1}
              onDone={onDone}
            >
              <StudioLine work={work} code={code} />
            </OfferForm>
          )
        );
      }}
    </Loaded>
  );
}
