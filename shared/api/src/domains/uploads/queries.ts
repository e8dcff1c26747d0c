import { ACCOUNT_OWNER, downloadPicture, upload } from '@tessera/api';
import { problemText } from '@tessera/i18n';
import { useMutation, useQuery } from '@tessera/query';
import { useCallback, useEffect, useRef, useState } from 'react';

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
 * Uploads one file at a time, to `POST /upload` or to the call at `path`, and passes what it returned to `onDone`; uploads that were replaced or cancelled are cut
 * off and ignored. A failure stays as `problem` until the file is sent again, replaced or dropped.
 */
export function useUpload(onDone: (location: string) => void, path?: `/${string}`): Upload {
  const latest = useRef<Sending | null>(null);
  const [progress, setProgress] = useState(0);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (sending: Sending) =>
      upload(sending.file, {
        signal: sending.stop.signal,
        ...(path ? { path } : {}),
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

/** The address of a private picture's bytes in this page; null until they are here. Nothing is fetched unless `enabled`. */
export function usePrivatePicture(
  location: string,
  enabled: boolean,
): { readonly address: string | null; readonly failed: boolean } {
  const { data, error } = useQuery({
    queryKey: [ACCOUNT_OWNER, 'picture', location],
    queryFn: ({ signal }) => downloadPicture(location, { signal, quiet: true }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { address, failed: error !== null };
}
