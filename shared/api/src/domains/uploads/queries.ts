import { upload } from '@tessera/api';
import { problemText } from '@tessera/i18n';
import { useMutation } from '@tessera/query';
import { useCallback, useRef, useState } from 'react';

export type Upload = {
  readonly run: (file: File) => void;
  /** Sends the file of the failed upload once more. */
  readonly retry: () => void;
  /** Cancels the pending upload: its location is not passed on. */
  readonly drop: () => void;
  readonly busy: boolean;
  /** Part of the pending file that was sent, from 0 to 1. */
  readonly progress: number;
  /** Why the upload failed, in the user's language. */
  readonly problem: string | null;
};

type Sending = { readonly file: File; readonly stop: AbortController };

/**
 * Uploads one picture at a time and passes its location to `onDone`; uploads that were replaced or cancelled are cut
 * off and ignored. A failure stays as `problem` until the file is sent again, replaced or dropped.
 */
export function useUpload(onDone: (location: string) => void): Upload {
  const latest = useRef<Sending | null>(null);
  const [progress, setProgress] = useState(0);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (sending: Sending) =>
      upload(sending.file, {
        signal: sending.stop.signal,
        onProgress(ratio) {
          if (latest.current === sending) setProgress(ratio);
        },
      }),
    onSuccess: (location, sending) => {
      if (latest.current === sending) onDone(location);
    },
  });
  const run = useCallback(
    (file: File) => {
      latest.current?.stop.abort();
      latest.current = { file, stop: new AbortController() };
      setProgress(0);
      mutate(latest.current);
    },
    [mutate],
  );
  const retry = useCallback(() => {
    if (latest.current) run(latest.current.file);
  }, [run]);
  const drop = useCallback(() => {
    latest.current?.stop.abort();
    latest.current = null;
    reset();
  }, [reset]);
  return { run, retry, drop, busy: isPending, progress, problem: error ? problemText(error) : null };
}
