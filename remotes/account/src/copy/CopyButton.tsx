import { useTexts } from '@tessera/i18n';
import { IconButton, showToast } from '@tessera/ui';
import { Copy } from 'lucide-react';

type Props = {
  /** What is copied, in words: "Copy UID". */
  readonly label: string;
  readonly text: string;
};

/** Puts a text on the clipboard, and says so. */
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
