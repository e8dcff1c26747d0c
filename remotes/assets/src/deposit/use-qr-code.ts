import { toDataURL } from 'qrcode';
import { useEffect, useState } from 'react';

/** A QR code as the address of a picture; null until it is drawn. Always dark on light: scanners want it so. */
export function useQrCode(content: string | undefined): string | null {
  const [drawn, setDrawn] = useState<{ readonly content: string; readonly url: string } | null>(null);
  useEffect(() => {
    if (!content) return;
    let current = true;
    toDataURL(content, { margin: 1, width: 352, errorCorrectionLevel: 'M' }).then((url) => {
      if (current) setDrawn({ content, url });
    });
    return () => {
      current = false;
    };
  }, [content]);
  return drawn && drawn.content === content ? drawn.url : null;
}
