import { upload } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText } from '@tessera/i18n';
import { useMutation } from '@tessera/query';
import { useCallback, useRef } from 'react';

export type Upload = {
  readonly run: (file: File) => void;
  /** Cancels the pending upload: its location is not passed on. */
  readonly drop: () => void;
  readonly busy: boolean;
};

/**
 * Uploads one picture at a time and passes its location to `onDone`; uploads that were replaced or cancelled are
 * ignored. A rejection is shown in a toast.
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
