import type { Status } from '@tessera/registry-api';
import { Badge, Text } from '@tessera/ui';
import { ShieldCheck, TriangleAlert } from '@tessera/ui/icons';
import type { ReactNode } from 'react';
import { useNow } from '../app/use-now.ts';
import { formatDuration, formatMinute, formatUtc } from '../figures/format.ts';
import { texts } from '../texts.ts';
import styles from './FactStrip.module.css';

type FactProps = { readonly label: string; readonly note?: ReactNode; readonly children: ReactNode };

const Fact = ({ label, note, children }: FactProps) => (
  <div className={styles.fact}>
    <Text as="dt">{label}</Text>
    <dd className={styles.value}>{children}</dd>
    {note && <Text as="dd">{note}</Text>}
  </div>
);

/** The current state: epoch, signature, host and the history's hash chain. */
export function FactStrip({ status: { epoch, issuedAt, expiresAt, host, chain } }: { readonly status: Status }) {
  const now = useNow();
  const { facts } = texts;
  return (
    <dl className={styles.strip} aria-label={facts.label}>
      <Fact label={facts.epoch}>{epoch}</Fact>
      <Fact label={texts.chain.label}>
        {chain === 'whole' ? (
          <span className={styles.whole}>
            <ShieldCheck />
            {texts.chain.whole}
          </span>
        ) : (
          <span className={styles.broken}>
            <TriangleAlert />
            {texts.chain.broken}
          </span>
        )}
      </Fact>
      <Fact label={facts.issued} note={facts.ago(formatDuration(now - issuedAt))}>
        <time dateTime={new Date(issuedAt).toISOString()} title={formatUtc(issuedAt)}>
          {formatMinute(issuedAt)}
        </time>
      </Fact>
      <Fact
        label={facts.expires}
        note={
          expiresAt > now ? (
            facts.expiresIn(formatDuration(expiresAt - now))
          ) : (
            <Badge tone="danger" icon={<TriangleAlert />}>
              {facts.expired}
            </Badge>
          )
        }
      >
        <time dateTime={new Date(expiresAt).toISOString()} title={formatUtc(expiresAt)}>
          {formatMinute(expiresAt)}
        </time>
      </Fact>
      <Fact label={facts.host}>
        <span className={styles.version}>{host ?? facts.noHost}</span>
      </Fact>
    </dl>
  );
}
