import { useBarred } from '@tessera/api/identity';
import type { Artwork, ArtworkDetail } from '@tessera/api/nft';
import type { LiveAuction } from '@tessera/api/nft/wire';
import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { Heading } from '@tessera/ui';
import { type Result, useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { BidForm } from '../../trade/BidForm.tsx';
import { Bought } from '../../trade/Bought.tsx';
import { Closed } from '../../trade/Closed.tsx';
import { DepositForm } from '../../trade/DepositForm.tsx';
import { PayRest } from '../../trade/PayRest.tsx';
import { NotInCountry } from '../../trade/Restricted.tsx';
import { SaleScreen } from '../../trade/SaleScreen.tsx';
import { Standing } from '../../trade/Standing.tsx';
import styles from '../../trade/Trade.module.css';
import { WorkLine } from '../../trade/WorkLine.tsx';
import { Bids } from '../../works/Bids.tsx';
import { SalePanel } from '../../works/SalePanel.tsx';
import { useTermTexts } from '../../works/use-term-texts.ts';

/** ms between two looks at the bids without a connection. */
const BIDS_MS = 5_000;

type Props = { readonly work: ArtworkDetail; readonly onChanged: () => void };

type PartProps = Props & {
  readonly onDeposited: (result: Result) => void;
  readonly onPaid: (work: Artwork) => void;
};

/** What the user can do in it now: the deposit, then bids, then the rest. */
function Part({ work, onChanged, onDeposited, onPaid }: PartProps) {
  const terms = useTermTexts(work.terms);
  const barred = useBarred(work.countries);
  const { viewer, margin, increment, status } = work;
  if (viewer?.to_pay) {
    return (
      <PayRest
        work={work}
        order={viewer.to_pay}
        rule={terms.rest}
        onPaid={(order) => onPaid(order.work)}
        onChanged={onChanged}
      />
    );
  }
  if (status !== 'on_sale' || viewer?.seller || margin === null || increment === null) return null;
  if (barred) return <NotInCountry />;
  return viewer?.deposit === 'paid' ? (
    <BidForm work={work} margin={margin} increment={increment} onChanged={onChanged} />
  ) : (
    <DepositForm work={work} margin={margin} onPaid={onDeposited} onChanged={onChanged} />
  );
}

function Auction({ work, live, onChanged }: Props & { readonly live: LiveAuction | null }) {
  const t = useTexts('nft');
  const result = useResult();
  const [paid, setPaid] = useState<Artwork | null>(null);
  if (paid) return <Bought work={paid} />;
  const open = work.status === 'on_sale' || work.viewer?.to_pay;
  if (!open && work.bid_count === 0) return <Closed work={work} onTurn={onChanged} />;
  return (
    <div className={styles.stack}>
      <WorkLine work={work} />
      <Standing work={work} />
      <SalePanel work={work} onTurn={onChanged} />
      <Part work={work} onChanged={onChanged} onDeposited={result.show} onPaid={setPaid} />
      <section>
        <Heading size={16}>{t('work.bids')}</Heading>
        <Bids work={work} live={live} every={BIDS_MS} />
      </section>
      {result.screen}
    </div>
  );
}

/** An auction: deposit, bids as they come, and paying what was won. */
export default function AuctionPage() {
  const t = useTexts('nft');
  const [{ code }] = useScreenParams('/pages/nft/purchase_one', { code: 'string?' });
  return (
    <SaleScreen code={code} title={t('routes.nft.purchase_one')}>
      {(work, refetch, live) => <Auction key={code} work={work} live={live} onChanged={refetch} />}
    </SaleScreen>
  );
}
