import { useTexts } from '@tessera/i18n';
import { Button, Sheet, Stack, showToast, Text } from '@tessera/ui';
import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import styles from './CropSheet.module.css';
import { type CropArea, croppedPicture } from './cropped.ts';

const MOST_ZOOM = 4;
/** Of the slider. */
const ZOOM_STEP = 0.05;

export type CropSheetProps = {
  /** The picked picture. */
  readonly file: File;
  readonly onCropped: (picture: File) => void;
  readonly onClose: () => void;
};

/** Chooses the square of a picture: dragged and pinched, or by arrow keys and the slider. */
export default function CropSheet({ file, onCropped, onClose }: CropSheetProps) {
  const t = useTexts('account');
  const common = useTexts('common');
  const [url, setUrl] = useState<string>();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [busy, setBusy] = useState(false);
  const area = useRef<CropArea | null>(null);
  const picture = useRef<HTMLImageElement | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const fail = () => {
    showToast(t('crop.failed'), 'error');
    onClose();
  };
  const use = async () => {
    if (!area.current || !picture.current) return;
    setBusy(true);
    try {
      onCropped(await croppedPicture(picture.current, area.current));
    } catch {
      fail();
    }
  };
  return (
    <Sheet open title={t('crop.title')} onClose={onClose}>
      <Stack gap={3}>
        <div className={styles.stage}>
          {url !== undefined && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              maxZoom={MOST_ZOOM}
              aspect={1}
              cropShape="round"
              showGrid={false}
              // The page's policy takes styles of its own files only, and those of the library are named for every package.
              disableAutomaticStylesInjection
              setImageRef={({ current }) => {
                picture.current = current;
              }}
              mediaProps={{ onError: fail }}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => {
                area.current = pixels;
              }}
            />
          )}
        </div>
        <label className={styles.zoom}>
          {t('crop.zoom')}
          <input
            type="range"
            min={1}
            max={MOST_ZOOM}
            step={ZOOM_STEP}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
          />
        </label>
        <Text>{t('crop.hint')}</Text>
        <Button size="l" block busy={busy} onClick={() => void use()}>
          {common('confirm')}
        </Button>
      </Stack>
    </Sheet>
  );
}
