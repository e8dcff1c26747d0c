import { useApplication, useApply, useResign } from '@tessera/api/copytrading';
import { applyInput } from '@tessera/api/copytrading/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { Button, Loaded, Sheet, SkeletonRows, Stack, showToast, Text } from '@tessera/ui';
import { AskedButton, TextArea, useQuestion } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from './copytrading.module.css';

function ApplyForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts('trading/copytrading');
  const form = useContractForm(applyInput, { initial: { content: '' } });
  const apply = useApply({
    onDone() {
      showToast(t('copy.apply.sent'), 'success');
      onDone();
    },
    onRejected: form.reject,
  });
  return (
    <Stack as="form" gap={4} onSubmit={form.submit(apply.run)} noValidate>
      <Text tone="normal" above={2}>
        {t('copy.apply.help')}
      </Text>
      <TextArea label={t('copy.apply.how')} helper={t('copy.apply.hint')} {...form.field('content')} />
      <Button type="submit" size="l" block busy={apply.busy}>
        {t('copy.apply.send')}
      </Button>
    </Stack>
  );
}

/** Asks, then is a trader no more. */
function Resign() {
  const t = useTexts('trading/copytrading');
  const question = useQuestion(t('copy.resign.done'));
  const command = useResign(question.outcomes);
  return (
    <div className={styles.actions}>
      <AskedButton
        {...{ question, command }}
        label={t('copy.resign.do')}
        title={t('copy.resign.title')}
        confirmLabel={t('copy.resign.do')}
        cancelLabel={t('copy.resign.keep')}
        tone="danger"
        onConfirm={() => command.run({})}
      >
        {t('copy.resign.help')}
      </AskedButton>
    </div>
  );
}

/** The way to become a trader, or how far the application is. */
export function BecomeTrader() {
  const t = useTexts('trading/copytrading');
  const [open, setOpen] = useState(false);
  const query = useApplication();
  const { data } = query;
  if (!data)
    return <Loaded query={query} compact title={t('copy.apply.failed')} waiting={<SkeletonRows count={1} />} />;
  return (
    <section className={styles.card}>
      <h2 className={styles.name}>{t('copy.apply.title')}</h2>
      <Text tone="normal" above={2}>
        {data.status === 'none' && t('copy.apply.help')}
        {data.status === 'pending' && t('copy.apply.pending')}
        {data.status === 'approved' && t('copy.apply.approved')}
        {data.status === 'resigned' && t('copy.apply.resigned')}
        {data.status === 'suspended' && t('copy.apply.suspended')}
        {data.status === 'rejected' && t('copy.apply.rejected', { reason: data.reason ?? '–' })}
      </Text>
      {data.status === 'approved' && <Resign />}
      {(data.status === 'none' || data.status === 'rejected' || data.status === 'resigned') && (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t('copy.apply.do')}
          </Button>
        </div>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('copy.apply.title')}>
        <ApplyForm onDone={() => setOpen(false)} />
      </Sheet>
    </section>
  );
}
