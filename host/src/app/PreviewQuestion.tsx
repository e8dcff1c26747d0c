import { useTexts } from '@tessera/i18n';
import { type Preview, referenceOf } from '@tessera/manifest';
import { Question } from '@tessera/ui/forms';

export type PreviewQuestionProps = {
  readonly previews: readonly Preview[];
  readonly onAnswer: (open: boolean) => void;
};

/** Asks before a preview runs; closing it in another way stays on the released version. */
export function PreviewQuestion({ previews, onAnswer }: PreviewQuestionProps) {
  const t = useTexts('app');
  return (
    <Question
      open
      command={null}
      title={t('preview.title')}
      confirmLabel={t('preview.open')}
      cancelLabel={t('preview.stay')}
      tone="danger"
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {previews.map(({ preview, who, why }) => (
        <p key={referenceOf(preview)}>
          {t('preview.what', { name: preview.name, version: preview.version, who, why })}
        </p>
      ))}
      <p>{t('preview.risk')}</p>
    </Question>
  );
}
