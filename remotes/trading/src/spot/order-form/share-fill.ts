import { canShare, copyText, share } from '@tessera/device';
import { text as translated } from '@tessera/i18n';
import { showToast } from '@tessera/ui';

/** Opens the system's sheet with a text; where there is none, the text is copied. Fetched by the first tap. */
export async function shareFill(text: string): Promise<void> {
  if (canShare() && (await share({ text }))) return;
  if (await copyText(text)) showToast(translated('common:copied'), 'success');
  else showToast(translated('common:ui.notCopied'), 'error');
}
