import { copyText } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { showToast } from '../toast/toasts.ts';

/** Copies a text to the clipboard and shows a toast: that it was copied, or that the browser refused. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useTexts('common');
  return async (text) => {
    if (await copyText(text)) showToast(t('copied'), 'success');
    else showToast(t('ui.notCopied'), 'error');
  };
}
