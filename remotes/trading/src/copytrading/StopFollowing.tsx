import { type Follow, useCancelFollow } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { AskedButton, useQuestion } from '@tessera/ui/forms';

/** Asks, then ends a follow. */
export function StopFollowing({ follow: { id, nickname } }: { readonly follow: Follow }) {
  const t = useTexts('trading/copytrading');
  const question = useQuestion(t('copy.stop.done'));
  const command = useCancelFollow({ subject: id, ...question.outcomes });
  return (
    <AskedButton
      {...{ question, command }}
      label={t('copy.stop.do')}
      button={{ block: true }}
      title={t('copy.stop.title', { name: nickname })}
      confirmLabel={t('copy.stop.do')}
      cancelLabel={t('copy.stop.keep')}
      tone="danger"
      onConfirm={() => command.run({ follow_user_id: id })}
    >
      {t('copy.stop.help')}
    </AskedButton>
  );
}
