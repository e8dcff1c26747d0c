import { upload } from '@tessera/api';
import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useRef, useState } from 'react';

export type Side = 'front' | 'reverse';

export type Uploads = {
  readonly busy: (side: Side) => boolean;
  /** Sends a picture and hands over where it is; one that was replaced or removed meanwhile is not handed over. */
  readonly send: (side: Side, file: File, done: (location: string) => void) => Promise<void>;
  readonly forget: (side: Side) => void;
};

export function useUploads(): Uploads {
  const [busy, setBusy] = useState<ReadonlySet<Side>>(new Set());
  const latest = useRef<Partial<Record<Side, File>>>({});

  const settle = (side: Side) => setBusy((before) => new Set([...before].filter((other) => other !== side)));
  return {
    busy: (side) => busy.has(side),
    async send(side, file, done) {
      latest.current[side] = file;
      setBusy((before) => new Set(before).add(side));
      try {
        const location = await upload(file);
        if (latest.current[side] === file) done(location);
      } catch (error) {
        showToast(problemText(error), 'error');
      } finally {
        if (latest.current[side] === file) settle(side);
      }
    },
    forget(side) {
      delete latest.current[side];
      settle(side);
    },
  };
}
