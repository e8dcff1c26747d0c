import { type SubmittedWork, useArtistMe, useSubmissions, useWithdrawSubmission } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import {
  Badge,
  type BadgeTone,
  Button,
  EmptyState,
  Inline,
  Loaded,
  SkeletonRows,
  Span,
  Stack,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import { Picture } from '../media/Picture.tsx';
import { workScreen } from '../works/work-screen.ts';
import { ApplyForm } from './ApplyForm.tsx';
import styles from './Studio.module.css';
import { SubmitSheet } from './SubmitSheet.tsx';

const TONES: Readonly<Record<SubmittedWork['status'], BadgeTone>> = {
  pending: 'warn',
  approved: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
  taken_down: 'danger',
};

/** What became of it: of an approved work, where it stands on the market. */
function State({ work }: { readonly work: SubmittedWork }) {
  const t = useTexts('nft/studio');
  const market = useTexts('nft');
  if (work.status === 'approved' && work.market?.sale) return <Badge tone="accent">{market('own.selling')}</Badge>;
  if (work.status === 'approved' && work.market?.left === 0) return <Badge>{market('status.sold_out')}</Badge>;
  return <Badge tone={TONES[work.status]}>{t(`state.${work.status}`)}</Badge>;
}

/** Its files are private until it is approved: till then there is the blurred picture only. */
function Thumb({ work }: { readonly work: SubmittedWork }) {
  const { placeholder } = work.media;
  if (work.status === 'approved') {
    return (
      <span className={styles.thumb}>
        <Picture media={work.media} alt="" sizes="64px" square />
      </span>
    );
  }
  return (
    <span
      className={styles.thumb}
      style={placeholder === null ? undefined : { backgroundImage: `url("${placeholder}")` }}
    />
  );
}

function Submission({ work }: { readonly work: SubmittedWork }) {
  const t = useTexts('nft/studio');
  const market = useTexts('nft');
  const locale = useLocale();
  const withdraw = useWithdrawSubmission({
    subject: work.id,
    onDone: () => showToast(t('studio.withdrawn'), 'success'),
  });
  const { code, status, media } = work;
  const free = work.market !== null && work.market.sale === null && work.market.left > 0;
  return (
    <Inline as="li" gap={3} below={3} above={3} at="start">
      <Thumb work={work} />
      <span className={styles.main}>
        <Span as="strong" breaks>
          {work.title}
        </Span>
        <Text as="span">{formatDate(work.created_at, locale)}</Text>
        {work.reason !== null && (
          <Text as="span" tone="danger" breaks>
            {t('apply.reason', { reason: work.reason })}
          </Text>
        )}
        <Inline as="span" gap={2} wrap>
          {status === 'pending' && (
            <Button size="s" variant="secondary" busy={withdraw.busy} onClick={() => withdraw.run({ id: work.id })}>
              {t('studio.withdraw')}
            </Button>
          )}
          {code !== null && status === 'approved' && (
            <>
              {free && (
                <Button size="s" to={screenUrl('/pages/nft/resell', { code })}>
                  {market('routes.nft.resell')}
                </Button>
              )}
              <Button size="s" variant="secondary" to={workScreen({ code, type: media.type })}>
                {t('studio.view')}
              </Button>
            </>
          )}
        </Inline>
      </span>
      <State work={work} />
    </Inline>
  );
}

function Works() {
  const t = useTexts('nft/studio');
  const query = useSubmissions();
  return (
    <PagedList
      label={t('studio.label')}
      query={query}
      row={(work) => <Submission work={work} />}
      empty={<EmptyState compact illustration="box" title={t('studio.none')} text={t('studio.noneText')} />}
    />
  );
}

/** The user as an artist: applying, then submitting works and following their review. */
export default function Studio() {
  const t = useTexts('nft/studio');
  const session = useSession();
  const [submitting, setSubmitting] = useState(false);
  const query = useArtistMe();
  const { data: me } = query;
  if (!me) return <Loaded query={query} waiting={<SkeletonRows count={4} />} />;
  const { artist, application } = me;
  if (artist) {
    return (
      <Stack gap={4} below={4}>
        {!artist.shown && <p className={styles.warn}>{t('studio.hidden')}</p>}
        <Inline gap={2} wrap>
          <Button disabled={me.submissions_left === 0} onClick={() => setSubmitting(true)}>
            {t('studio.submit')}
          </Button>
          <Button variant="secondary" to={screenUrl('/pages/nft/artistDetail', { id: artist.id })}>
            {t('studio.page')}
          </Button>
        </Inline>
        <Text>{t('studio.left', { uploads: me.uploads_left, works: me.submissions_left })}</Text>
        <Works />
        {submitting && <SubmitSheet onClose={() => setSubmitting(false)} />}
      </Stack>
    );
  }
  if (application?.status === 'under_review') {
    return <EmptyState illustration="orders" title={t('apply.waiting')} text={t('apply.waitingText')} />;
  }
  if (session?.user.verificationLevel === 0) {
    return (
      <EmptyState
        illustration="shield"
        title={t('apply.verify')}
        text={t('apply.verifyText')}
        action={<Button to={screenUrl('/pages/setting/real')}>{t('apply.verifyAction')}</Button>}
      />
    );
  }
  return (
    <Stack gap={4} below={4}>
      {application?.status === 'rejected' && (
        <div className={styles.warn} role="status">
          <strong>{t('apply.rejected')}</strong>
          {application.reason !== null && <p>{t('apply.reason', { reason: application.reason })}</p>}
          <p>{t('apply.again')}</p>
        </div>
      )}
      <ApplyForm />
    </Stack>
  );
}
