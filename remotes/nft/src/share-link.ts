import { text } from '@tessera/i18n';
import { showToast } from '@tessera/ui';

/** The system's share sheet; where there is none, the link is copied. */
export async function shareLink(title: string, url: string): Promise<void> {
  if ('share' in navigator) {
    // Closing the sheet rejects as well; that is no error to show.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  await (navigator as Navigator).clipboard.writeText(url).then(
    () => showToast(text('nft:share.copied'), 'success'),
    () => showToast(text('nft:share.failed'), 'error'),
  );
}
