import { upload } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText } from '@tessera/i18n';
import { useMutation } from '@tessera/query';
import { useCallback, useRef } from 'react';

export type Upload = {
  readonly run: (file: File) => void;
  /** Drops the upload that is on its way: its location is not handed over. */
  readonly drop: () => void;
  readonly busy: boolean;
};

/**
 * Uploads one picture at a time and hands over its location, as inputs take it; of a picture that was replaced or
 * dropped meanwhile nothing is handed over. A rejection is shown in a toast.
 */
export function useUpload(onDone: (location: string) => void): Upload {
  const latest = useRef<File | null>(null);
  const { mutate, reset, isPending } = useMutation({
    mutationFn: (file: File) => upload(file),
    onSuccess: (location, file) => {
      if (latest.current === file) onDone(location);
    },
    onError: (error, file) => {
      if (latest.current === file) bus.emit('toast', { text: problemText(error), tone: 'error' });
    },
  });
  const run = useCallback(
    (file: File) => {
      latest.current = file;
      mutate(file);
    },
    [mutate],
  );
  const drop = useCallback(() => {
    latest.current = null;
    reset();
  }, [reset]);
  return { run, drop, busy: isPending };
}
