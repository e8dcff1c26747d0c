import { IconButton } from '@tessera/ui';
import { useCopy } from '@tessera/ui/content';
import { Copy } from 'lucide-react';

type Props = {
  /** What is copied, in words: "Copy UID". */
  readonly label: string;
  readonly text: string;
};

/** Copies a text to the clipboard and shows a toast. */
export function CopyButton({ label, text }: Props) {
  const copy = useCopy();
  return <IconButton label={label} icon={<Copy />} onClick={() => void copy(text)} />;
}
