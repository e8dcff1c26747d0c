import { useTexts } from '@tessera/i18n';
import { IconButton, showToast } from '@tessera/ui';
import { Copy } from 'lucide-react';

type Props = {
  /** What is copied, in words: "Copy UID". */
  readonly label: string;
  readonly text: string;
};

/** Copies a text to the clipboard and shows a toast. */
export function CopyButton({ label, text }: Props) {
  const t = useTexts('account');
  const common = useTexts('common');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(common('copied'), 'success'),
      () => showToast(t('share.noCopy'), 'error'),
    );
  return <IconButton label={label} icon={<Copy />} onClick={() => void copy()} />;
}
