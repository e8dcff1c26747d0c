import type { Command, Outcomes } from '@tessera/api';
import { useTexts } from '@tessera/i18n';
import { AskedButton, useQuestion } from '@tessera/ui/forms';

type Sale = { readonly code: string };
type Props = Sale & {
  /** Ends it. */
  readonly command: (outcomes: Outcomes<Sale, unknown>) => Command<Sale, unknown>;
  readonly onDone?: () => void;
};

/** Ends an own sale without a bid, once it is confirmed. */
export function EndSale({ code, command: useCommand, onDone }: Props) {
  const t = useTexts('nft');
  const question = useQuestion(t('own.taken'));
  const command = useCommand({
    subject: code,
    ...question.outcomes,
    onDone() {
      question.outcomes.onDone();
      onDone?.();
    },
  });
  return (
    <AskedButton
      {...{ question, command }}
      label={t('own.take')}
      button={{ block: true }}
      title={t('own.takeAsk')}
      confirmLabel={t('own.take')}
      onConfirm={() => command.run({ code })}
    >
      {t('own.takeText')}
    </AskedButton>
  );
}
