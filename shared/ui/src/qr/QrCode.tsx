import { type ReactNode, useEffect, useState } from 'react';
import { QrFrame } from './QrFrame.tsx';
import type { QrPath } from './qr-path.ts';

export type QrCodeProps = {
  /** The encoded content. */
  readonly content: string;
  /** Description of the content: "Deposit address". */
  readonly label: string;
  readonly caption?: ReactNode;
};

/** Draws a text as a QR code; the encoder is fetched with the first code. */
export async function drawQrCode(content: string): Promise<QrPath> {
  const { qrPath } = await import(/* webpackChunkName: "qr" */ './qr-path.ts');
  return qrPath(content);
}

/** A QR code in its frame, which keeps its place until the code is drawn. */
export function QrCode({ content, label, caption }: QrCodeProps) {
  const [drawn, setDrawn] = useState<{ readonly content: string; readonly code: QrPath } | null>(null);
  useEffect(() => {
    let current = true;
    drawQrCode(content).then(
      (code) => {
        if (current) setDrawn({ content, code });
      },
      // The content is also shown as text.
      (error) => console.warn('QR code not drawn', error),
    );
    return () => {
      current = false;
    };
  }, [content]);
  return (
    <QrFrame label={label} caption={caption}>
      {drawn?.content === content && (
        <svg viewBox={`0 0 ${drawn.code.size} ${drawn.code.size}`} shapeRendering="crispEdges" aria-hidden="true">
          <path d={drawn.code.path} fill="currentColor" />
        </svg>
      )}
    </QrFrame>
  );
}
