import { type Box, useDraws, useMyBoxes } from '@tessera/api/nft';
import { type DrawFault, type DrawRecord, type DrawVerdict, verifyDraws } from '@tessera/api/nft/verify';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Heading, Loaded, Sheet, Span, Stack, Text } from '@tessera/ui';
import { Code, ProgressBar, Steps, saveFile, Verification } from '@tessera/ui/content';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './Draws.module.css';

export type VerifySheetProps = { readonly series: string; readonly onClose: () => void };

const STEPS = ['commitment', 'seed', 'sequence', 'signatures', 'draws'] as const;
type Step = (typeof STEPS)[number];

/** Which step finds which fault. */
const STEP_OF: Readonly<Record<DrawFault, Step>> = {
  terms: 'commitment',
  commitment: 'commitment',
  seed: 'seed',
  number: 'sequence',
  buyer_seed: 'sequence',
  round: 'sequence',
  receipt: 'sequence',
  refund: 'sequence',
  signature: 'signatures',
  stock: 'draws',
  drawn: 'draws',
};

/** Time for the page to paint between two parts of the work. */
const paint = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Verifies a record once, part by part. */
function useVerdict(record: DrawRecord | undefined) {
  const [done, setDone] = useState(0);
  const [verdict, setVerdict] = useState<DrawVerdict | null>(null);
  useEffect(() => {
    if (!record) return;
    let left = false;
    setVerdict(null);
    void verifyDraws(record, {
      async progress(share) {
        if (!left) setDone(share);
        await paint();
      },
    }).then((found) => {
      if (!left) setVerdict(found);
    });
    return () => {
      left = true;
    };
  }, [record]);
  return { done, verdict };
}

function Own({ series, record }: { readonly series: string; readonly record: DrawRecord }) {
  const t = useTexts('nft/draws');
  const { rows } = useMyBoxes({ series });
  if (!rows || rows.length === 0) return null;
  const isFound = (box: Box) =>
    record.draws.some(({ number, receipt }) => number === box.number && receipt === box.receipt);
  return (
    <Stack as="section" gap={3}>
      <Heading as="h3" size={16}>
        {t('verify.own')}
      </Heading>
      <ul className={styles.own}>
        {rows.map((box) => (
          <li key={box.code}>
            <Span as="strong" weight="medium">
              {t('box.number', { number: box.number })}
            </Span>
            <Text as="span" tone={isFound(box) ? 'success' : 'danger'}>
              {t(isFound(box) ? 'verify.found' : 'verify.missing')}
            </Text>
            <Code>{box.receipt}</Code>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function save(record: DrawRecord): void {
  saveFile(new Blob([JSON.stringify(record)], { type: 'application/json' }), `${record.series}.json`);
}

type ResultProps = { readonly record: DrawRecord; readonly verdict: DrawVerdict; readonly children: ReactNode };

function Result({ record, verdict, children }: ResultProps) {
  const t = useTexts('nft/draws');
  const failed = verdict.fault === null ? null : STEP_OF[verdict.fault];
  const open = record.seed === null;
  const at = verdict.fault !== null ? verdict.number : undefined;
  const summary =
    verdict.fault === null
      ? t(open ? 'verify.soFar' : 'verify.valid')
      : at === undefined
        ? t('verify.wrong')
        : t('verify.wrongAt', { number: at });
  const title = (step: Step) => {
    if (step === 'seed' && open) return t('verify.seedLater');
    if (step === 'signatures' && record.rounds.length === 0) return t('verify.noSignatures');
    return t(`verify.${step}`);
  };
  // Before the seed is known the draws themselves are ahead.
  const last = open ? STEPS.length - 1 : STEPS.length;
  return (
    <Verification
      outcome={verdict.fault !== null ? 'wrong' : open ? 'waiting' : 'valid'}
      says={summary}
      download={{ label: t('verify.download'), onSave: () => save(record) }}
      outside={t('verify.outside')}
      command={`npm run tessera -- verify-draw ${record.series}.json`}
    >
      <Steps
        label={t('verify.steps')}
        current={failed === null ? last : STEPS.indexOf(failed)}
        steps={STEPS.map((step) => ({
          title: title(step),
          ...(step === 'sequence' && { note: t('verify.boxes', { count: record.draws.length }) }),
          failed: step === failed,
        }))}
      />
      {children}
    </Verification>
  );
}

/** All draws of a series recomputed in this browser, step by step, with the user's own boxes. */
export default function VerifySheet({ series, onClose }: VerifySheetProps) {
  const t = useTexts('nft/draws');
  const signedIn = useSession() !== null;
  const query = useDraws({ code: series });
  const { data: record } = query;
  const { done, verdict } = useVerdict(record);
  const running = <ProgressBar label={t('verify.running')} ratio={done.toFixed(2)} />;
  return (
    <Sheet open onClose={onClose} title={t('verify.title')}>
      <Stack gap={4} below={4}>
        {!verdict && (
          <Loaded query={query} compact waiting={running}>
            {() => running}
          </Loaded>
        )}
        {record && verdict && (
          <Result record={record} verdict={verdict}>
            {signedIn && <Own series={series} record={record} />}
          </Result>
        )}
      </Stack>
    </Sheet>
  );
}
