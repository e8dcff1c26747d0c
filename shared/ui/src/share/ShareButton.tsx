import { canShare, copyText, share } from '@tessera/device';
import { text, useTexts } from '@tessera/i18n';
import { IconButton, showToast } from '@tessera/ui';
import { Share2 } from 'lucide-react';

/** The system's share sheet; where there is none, the link is copied. */
export async function shareLink(title: string, url: string = location.href): Promise<void> {
  if (canShare() && (await share({ title, url }))) return;
  if (await copyText(url)) showToast(text('common:ui.linkCopied'), 'success');
  else showToast(text('common:ui.notCopied'), 'error');
}

/** Shares the page that is open, among the actions of its bar. */
export function ShareButton({ title }: { readonly title: string }) {
  const t = useTexts('common');
  return <IconButton label={t('ui.share')} icon={<Share2 />} onClick={() => void shareLink(title)} />;
}
