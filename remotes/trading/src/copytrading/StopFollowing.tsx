import { type Follow, useCancelFollow } from '@tessera/api/copytrading';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, showToast } from '@tessera/ui';
import { Dialog } from '@tessera/ui/content';
import { useState } from 'react';

/** Asks, then ends a follow. */
export function StopFollowing({ follow: { id, nickname } }: { readonly follow: Follow }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const [asking, setAsking] = useState(false);
  const { run, busy, unresolved } = useCancelFollow({
    subject: id,
    onDone() {
      showToast(t('copy.stop.done'), 'success');
      setAsking(false);
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      setAsking(false);
    },
    onUnresolved: () => setAsking(true),
  });
  return (
    <>
      <Button variant="secondary" block onClick={() => setAsking(true)}>
        {t('copy.stop.do')}
      </Button>
      <Dialog
        open={asking}
        tone="danger"
        title={unresolved ? common('error.unresolvedTitle') : t('copy.stop.title', { name: nickname })}
        confirmLabel={unresolved ? common('error.repeat') : t('copy.stop.do')}
        cancelLabel={t('copy.stop.keep')}
        busy={busy}
        onConfirm={() => run({ follow_user_id: id })}
        onClose={() => setAsking(false)}
      >
        {unresolved ? common('error.unresolved') : t('copy.stop.help')}
      </Dialog>
    </>
  );
}
