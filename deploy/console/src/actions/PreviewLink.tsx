import { copyText } from '@tessera/device';
import { Button, showToast } from '@tessera/ui';
import { QrCode } from '@tessera/ui/content';
import { Copy, TriangleAlert } from '@tessera/ui/icons';
import { formatMinute } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import styles from './PreviewLink.module.css';

export type PreviewLinkProps = {
  readonly url: string;
  /** Unix ms. */
  readonly expiresAt: number;
};

async function copy(url: string): Promise<void> {
  if (await copyText(url)) showToast(texts.preview.copied, 'success');
  else showToast(texts.preview.notCopied, 'error', 4_000);
}

/** Whether an address resolves to the device that opens it. */
const isLoopback = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** A link as QR code and as text. */
export function PreviewLink({ url, expiresAt }: PreviewLinkProps) {
  return (
    <div className={styles.loan}>
      <QrCode label={texts.preview.code} content={url} />
      {isLoopback(url) && (
        <Notice tone="warn" icon={<TriangleAlert />}>
          <p>{texts.preview.loopback}</p>
        </Notice>
      )}
      <p className={styles.expiry}>{texts.preview.expires(formatMinute(expiresAt))}</p>
      <a
        className={styles.url}
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={`${texts.preview.link}: ${url}`}
      >
        {url}
      </a>
      <Button variant="secondary" icon={<Copy />} onClick={() => void copy(url)}>
        {texts.preview.copy}
      </Button>
    </div>
  );
}
