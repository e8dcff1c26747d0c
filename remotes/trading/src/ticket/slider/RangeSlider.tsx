import styles from './RangeSlider.module.css';

type RangeSliderProps = {
  readonly label: string;
  /** The value as it is read out. */
  readonly text: string;
  readonly value: number;
  readonly max: number;
  readonly min?: number;
  readonly step?: number;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
  /** Steps with a name under the slider, to tap. */
  readonly stops?: readonly { readonly value: number; readonly label: string }[];
};

/** A share, a leverage or a number of lots, by finger or by arrow keys. */
export function RangeSlider({
  label,
  text,
  value,
  max,
  min = 0,
  step = 1,
  disabled,
  onChange,
  stops = [],
}: RangeSliderProps) {
  const partOf = (of: number) => (max > min ? ((of - min) / (max - min)) * 100 : 0);
  return (
    <div className={styles.slider}>
      <input
        type="range"
        className={styles.range}
        style={{ backgroundSize: `${partOf(value)}% 0.25rem` }}
        aria-label={label}
        aria-valuetext={text}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      {stops.length > 0 && (
        <div className={styles.stops}>
          {stops.map((stop) => (
            <button
              key={stop.value}
              type="button"
              className={styles.stop}
              // Under the thumb as it stands at this value: at the ends it is within the field.
              style={{
                insetInlineStart: `${partOf(stop.value)}%`,
                transform: `translateX(calc(var(--inline) * -${partOf(stop.value)}%))`,
              }}
              aria-pressed={stop.value === value}
              disabled={disabled}
              onClick={() => onChange(stop.value)}
            >
              {stop.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
