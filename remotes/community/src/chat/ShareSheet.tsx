import { useInstruments } from '@tessera/api/instruments';
import { useOpenPositions } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { Change, CoinIcon, EmptyState, List, ListRow, Loaded, Sheet, SkeletonRows, Stack } from '@tessera/ui';
import { SearchInput, SegmentedControl, Switch } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from './Chat.module.css';

/** Instruments that are listed at once. */
const MOST_LISTED = 20;

type Extra = Readonly<Record<string, string>>;

type ShareProps = { readonly onShare: (extra: Extra) => void };

function Instruments({ first, onShare }: ShareProps & { readonly first: string | null }) {
  const t = useTexts('community/chat');
  const [wanted, setWanted] = useState(first ?? '');
  const query = useInstruments();
  const isWanted = ({ symbol }: { readonly symbol: string }) => symbol.includes(wanted.trim().toUpperCase());
  return (
    <>
      <SearchInput label={t('share.search')} value={wanted} onChange={setWanted} />
      <Loaded query={query} compact waiting={<SkeletonRows count={4} />}>
        {({ list }) => (
          <div className={styles.rows}>
            <List label={t('share.instrument')}>
              {list
                .filter(isWanted)
                .slice(0, MOST_LISTED)
                .map(({ symbol }) => (
                  <ListRow
                    key={symbol}
                    start={<CoinIcon symbol={symbol} size="s" />}
                    title={symbol}
                    chevron={false}
                    onClick={() => onShare({ symbol })}
                  />
                ))}
            </List>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Positions({ onShare }: ShareProps) {
  const t = useTexts('community/chat');
  const [amounts, setAmounts] = useState(false);
  const query = useOpenPositions();
  const { data } = query;
  if (!data) return <Loaded query={query} compact waiting={<SkeletonRows count={3} />} />;
  if (data.rows.length === 0) return <EmptyState compact illustration="orders" title={t('share.none')} />;
  return (
    <>
      <Switch label={t('share.amounts')} note={t('share.amountsNote')} checked={amounts} onChange={setAmounts} />
      <div className={styles.rows}>
        <List label={t('share.position')}>
          {data.rows.map(({ id, symbol, side, multiple, profit, margin }) => (
            <ListRow
              key={id}
              start={<CoinIcon symbol={symbol} size="s" />}
              title={symbol}
              subtitle={t(`share.${side}`, { multiple })}
              value={<Change ratio={ratioOf(profit, margin)} />}
              chevron={false}
              onClick={() => onShare({ position: id, amounts: String(amounts) })}
            />
          ))}
        </List>
      </div>
    </>
  );
}

/** As far as the list needs it; the card's figures are the exchange's own. */
const ratioOf = (profit: string, margin: string): string => {
  const ratio = Number(profit) / Number(margin);
  return Number.isFinite(ratio) ? ratio.toFixed(6) : '0';
};

export type ShareSheetProps = ShareProps & {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The instrument of the room. */
  readonly symbol: string | null;
};

/** Chooses what is shared as a card. */
export function ShareSheet({ open, onClose, symbol, onShare }: ShareSheetProps) {
  const t = useTexts('community/chat');
  const [kind, setKind] = useState<'instrument' | 'position'>('instrument');
  return (
    <Sheet open={open} onClose={onClose} title={t('share.title')} tall>
      <Stack gap={3}>
        <SegmentedControl
          label={t('share.title')}
          options={[
            { value: 'instrument', label: t('share.instrument') },
            { value: 'position', label: t('share.position') },
          ]}
          value={kind}
          onChange={setKind}
        />
        {kind === 'instrument' ? <Instruments first={symbol} onShare={onShare} /> : <Positions onShare={onShare} />}
      </Stack>
    </Sheet>
  );
}
