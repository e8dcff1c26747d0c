import { uploadRules } from '@tessera/api/rules';
import { useMutation } from '@tessera/query';
import { Button, Text } from '@tessera/ui';
import { pictureProblem } from '@tessera/ui/pictures';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '../app/services.ts';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import styles from './SupportScreen.module.css';

const words = texts.support;

export type ChosenPicture = {
  readonly file: File;
  /** Address of the file in this page. */
  readonly preview: string;
  /** Null until it is uploaded. */
  readonly location: string | null;
};

export type UsePicture = {
  readonly chosen: ChosenPicture | null;
  readonly problem: string | null;
  readonly busy: boolean;
  readonly pick: (file: File | undefined) => void;
  readonly retry: () => void;
  readonly clear: () => void;
};

/** A picture for a reply: uploaded at once, sent with the reply. */
export function usePicture(): UsePicture {
  const { uploadPicture } = useServices();
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [rejected, setRejected] = useState<string | null>(null);
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: ({ file }: ChosenPicture) => uploadPicture(file),
    // One that was replaced or removed meanwhile is not sent.
    onSuccess: (location, { preview }) => setChosen((now) => (now?.preview === preview ? { ...now, location } : now)),
  });
  const preview = chosen?.preview;
  useEffect(() => (preview === undefined ? undefined : () => URL.revokeObjectURL(preview)), [preview]);
  const clear = () => {
    reset();
    setChosen(null);
    setRejected(null);
  };
  return {
    chosen,
    problem: rejected ?? (error ? problemText(error) : null),
    busy: isPending,
    pick(file) {
      if (!file) return;
      clear();
      const reason = pictureProblem(file);
      if (reason) return setRejected(words.pictureRejected);
      const next = { file, preview: URL.createObjectURL(file), location: null };
      setChosen(next);
      mutate(next);
    },
    retry: () => chosen && mutate(chosen),
    clear,
  };
}

/** Chooses a picture and shows what was chosen. */
export function PictureField({ picture }: { readonly picture: UsePicture }) {
  const { chosen, problem, busy, pick, retry, clear } = picture;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.attach}
        accept={uploadRules.types.join(',')}
        onChange={(event) => {
          pick(event.target.files?.[0]);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      <Button size="s" variant="secondary" busy={busy} onClick={() => input.current?.click()}>
        {words.attach}
      </Button>
      {chosen && (
        <span className={styles.chosen}>
          <img src={chosen.preview} alt={words.picture} width="64" height="48" />
          {problem && chosen.location === null && (
            <Button size="s" variant="secondary" onClick={retry}>
              {words.again}
            </Button>
          )}
          <Button size="s" variant="ghost" onClick={clear}>
            {words.removePicture}
          </Button>
        </span>
      )}
      {problem && (
        <Text tone="danger" size="inherit" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
