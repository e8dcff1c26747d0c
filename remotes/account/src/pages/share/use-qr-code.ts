import { toDataURL } from 'qrcode';
import { useEffect, useState } from 'react';

/** A QR code as the address of a picture; null until it is drawn. The frame around it keeps the quiet zone. */
export function useQrCode(content: string): string | null {
  const [drawn, setDrawn] = useState<{ readonly content: string; readonly url: string } | null>(null);
  useEffect(() => {
    let current = true;
    void toDataURL(content, { margin: 0, width: 480, errorCorrectionLevel: 'M' }).then((url) => {
      if (current) setDrawn({ content, url });
    });
    return () => {
      current = false;
    };
  }, [content]);
  return drawn?.content === content ? drawn.url : null;
}
