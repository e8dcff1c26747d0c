import { useTexts } from '@tessera/i18n';
import { Button, IconButton } from '@tessera/ui';
import { Pause, Play } from 'lucide-react';
import styles from './Media.module.css';
import { useAudio } from './use-audio.ts';
import { peaksPath, playTime } from './waveform.ts';

type Props = {
  readonly src: string;
  readonly name: string;
  /** Loudness from 0 to 1 over the whole length, evenly spaced. */
  readonly peaks: readonly number[];
  /** Seconds, before the browser knows them. */
  readonly duration: number;
};

/** A sound with its waveform, which is also where one goes to a place in it. */
export function AudioPlayer({ src, name, peaks, duration }: Props) {
  const t = useTexts('nft');
  const { playing, at, length, failed, toggle, seek, retry } = useAudio(src, duration);
  if (failed) {
    return (
      <div className={styles.fault} role="alert">
        <p>{t('media.audioError')}</p>
        <Button size="s" variant="secondary" onClick={retry}>
          {t('media.again')}
        </Button>
      </div>
    );
  }
  const played = length > 0 ? Math.min(1, at / length) : 0;
  return (
    <section className={styles.audio} aria-label={name}>
      <IconButton
        className={styles.play}
        label={t(playing ? 'media.pause' : 'media.play')}
        icon={playing ? <Pause /> : <Play />}
        onClick={toggle}
      />
      <span className={styles.wave}>
        <svg viewBox={`0 0 ${peaks.length} 2`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.peaks} d={peaksPath(peaks)} />
          <path className={styles.played} d={peaksPath(peaks.slice(0, Math.round(peaks.length * played)))} />
        </svg>
        <input
          className={styles.seek}
          type="range"
          min={0}
          max={Math.max(1, Math.round(length))}
          value={Math.round(at)}
          aria-label={t('media.position')}
          aria-valuetext={t('media.positionOf', { at: playTime(at), length: playTime(length) })}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </span>
      <span className={styles.time} aria-hidden="true">
        {playTime(at)} / {playTime(length)}
      </span>
    </section>
  );
}
