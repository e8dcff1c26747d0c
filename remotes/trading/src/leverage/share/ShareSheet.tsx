import { useUserInfo } from '@tessera/api/identity';
import { useSite } from '@tessera/api/site';
import { canShare, share as shareData } from '@tessera/device';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, ErrorState, Inline, Sheet, Skeleton, showToast } from '@tessera/ui';
import { drawQrCode, invitationLink, type QrPath, saveFile } from '@tessera/ui/content';
import { Switch } from '@tessera/ui/forms';
import { Download, Share2 } from '@tessera/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { drawPnlPicture, PICTURE_SIZE, type PnlPicture, pictureFile, readPictureColors } from './pnl-picture.ts';
import styles from './ShareSheet.module.css';

/** The picture without what the sheet adds: the brand and the invitation. */
export type SharedResult = Omit<PnlPicture, 'brand' | 'code' | 'invitation' | 'invitationCode' | 'profit'> & {
  readonly profit: string;
};

type ShareSheetProps = { readonly open: boolean; readonly onClose: () => void; readonly result: SharedResult };

const FILE_NAME = 'pnl.png';

/** The code of the user's invitation; undefined while it is drawn. */
function useInvitation() {
  const user = useUserInfo();
  const code = user.data?.extension_code;
  const [drawn, setDrawn] = useState<QrPath>();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (code === undefined) return;
    drawQrCode(invitationLink(code, location.href)).then(setDrawn, setFailure);
  }, [code]);
  const invitation = code !== undefined && drawn ? { code, drawn } : undefined;
  return { invitation, error: invitation ? null : (user.error ?? failure), retry: () => void user.refetch() };
}

/** The result of a position as a picture, to share or to keep. It is drawn here and sent nowhere. */
export default function ShareSheet({ open, onClose, result }: ShareSheetProps) {
  const t = useTexts('trading/leverage');
  const site = useSite();
  const [amount, setAmount] = useState(false);
  const { invitation, error, retry } = useInvitation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const brand = site.data?.site_name ?? 'Tessera';

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!open || !context || !invitation) return;
    const picture: PnlPicture = {
      ...result,
      profit: amount ? result.profit : null,
      brand,
      code: invitation.drawn,
      invitation: t('lever.share.invitation', { brand }),
      invitationCode: t('lever.share.code', { code: invitation.code }),
    };
    drawPnlPicture(context, picture, readPictureColors(getComputedStyle(document.documentElement)));
  }, [open, result, amount, brand, invitation, t]);

  const withFile = async (use: (file: File) => Promise<void> | void) => {
    if (!canvas.current) return;
    try {
      await use(await pictureFile(canvas.current, FILE_NAME));
    } catch {
      showToast(t('lever.share.failed'), 'error');
    }
  };
  const share = () =>
    withFile(async (file) => {
      if (!(await shareData({ files: [file] }))) showToast(t('lever.share.failed'), 'error');
    });
  const save = () => withFile((file) => saveFile(file, FILE_NAME));
  // Not every browser that shares links shares files.
  const shares = canShare({ files: [new File([], FILE_NAME, { type: 'image/png' })] });

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('lever.share.title')}
      footer={
        <Inline gap={3} at="stretch">
          <Button variant="secondary" block icon={<Download />} disabled={!invitation} onClick={() => void save()}>
            {t('lever.share.save')}
          </Button>
          {shares && (
            <Button block icon={<Share2 />} disabled={!invitation} onClick={() => void share()}>
              {t('lever.share.send')}
            </Button>
          )}
        </Inline>
      }
    >
      {error !== null && <ErrorState compact text={problemText(error)} onRetry={retry} />}
      {error === null && !invitation && <Skeleton height="20rem" />}
      {invitation && (
        <canvas
          ref={canvas}
          className={styles.picture}
          {...PICTURE_SIZE}
          role="img"
          aria-label={[result.symbol, result.direction, result.roe, ...(amount ? [result.profit] : [])].join(', ')}
        />
      )}
      <Switch label={t('lever.share.amount')} checked={amount} onChange={setAmount} />
    </Sheet>
  );
}
