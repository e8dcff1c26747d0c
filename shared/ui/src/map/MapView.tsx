import { useTexts } from '@tessera/i18n';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { ErrorState } from '../empty/ErrorState.tsx';
import styles from './MapView.module.css';
import { moved, type Point, type Size, tilesOf, type View, within, worldSize, zoomed } from './mercator.ts';
import { useWorld } from './use-world.ts';
import type { World } from './world.ts';

/** Without tiles the borders are drawn at 1:110,000,000, and closer views show nothing more. */
const MOST_ZOOM = { drawn: 7, tiles: 18 } as const;
/** Pixels of an arrow key, and zoom steps of a pixel of the wheel. */
const STEP = 48;
const WHEEL = 0.004;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

export type MapTiles = {
  /** An address with {z}, {x} and {y}. */
  readonly tiles: string;
  /** Whom the tiles are from, as their licence asks for. */
  readonly credit: string;
};

export type MapViewProps = {
  readonly label: string;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Country to emphasise, ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly tiles: MapTiles | null;
  /** Laid over the map; `at` gives the pixels of a point from the upper left corner. */
  readonly children: (at: (point: Point) => Point, size: Size) => ReactNode;
  readonly onWorld?: (world: World) => void;
  /** A picture of the place, without the buttons that zoom. */
  readonly still?: boolean | undefined;
};

export const mostZoom = (tiles: MapTiles | null): number => (tiles ? MOST_ZOOM.tiles : MOST_ZOOM.drawn);

type Fingers = Map<number, Point>;

const middle = (fingers: Fingers): Point & { readonly apart: number } => {
  const [one = { x: 0, y: 0 }, other = one] = [...fingers.values()];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y) };
};

/** A world map that is dragged, pinched, scrolled and moved by keys. */
export function MapView({ label, view, onView, country, tiles, children, onWorld, still }: MapViewProps) {
  const t = useTexts('map');
  const box = useRef<HTMLDivElement>(null);
  const fingers = useRef<Fingers>(new Map());
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const { world, failed, retry } = useWorld(onWorld);
  const most = mostZoom(tiles);
  const change = useRef<(next: (from: View) => View) => void>(() => undefined);
  change.current = (next) => onView(within(next(view), most));

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // React listens passively: the page would scroll with the map.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const [right, down] = [event.clientX - left - width / 2, event.clientY - top - height / 2];
      change.current((from) => zoomed(from, -event.deltaY * WHEEL, Number.POSITIVE_INFINITY, right, down));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);

  const press = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const release = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  const drag = (event: PointerEvent) => {
    const down = fingers.current;
    if (!down.has(event.pointerId) || !box.current) return;
    const before = middle(down);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = middle(down);
    const { left, top, width, height } = box.current.getBoundingClientRect();
    const steps = before.apart > 0 ? Math.log2(after.apart / before.apart) : 0;
    change.current((from) =>
      zoomed(
        moved(from, after.x - before.x, after.y - before.y),
        steps,
        most,
        after.x - left - width / 2,
        after.y - top - height / 2,
      ),
    );
  };
  const steer = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      change.current((from) => moved(from, ...arrow));
    } else if (event.key === '+' || event.key === '-')
      change.current((from) => zoomed(from, event.key === '+' ? 1 : -1, most));
  };

  const side = worldSize(view.zoom);
  const at = ({ x, y }: Point): Point => ({
    x: size.width / 2 + (x - view.x) * side,
    y: size.height / 2 + (y - view.y) * side,
  });
  const corner = at({ x: 0, y: 0 });
  return (
    <section className={styles.map} aria-label={label}>
      <div
        ref={box}
        className={styles.surface}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <svg className={styles.world} aria-hidden="true">
          <g transform={`translate(${corner.x} ${corner.y}) scale(${side})`}>
            {world?.countries.map(({ code, path }) => (
              <path key={path} d={path} data-chosen={(code !== null && code === country) || undefined} />
            ))}
          </g>
        </svg>
        {tiles &&
          size.width > 0 &&
          tilesOf(tiles.tiles, view, size).map(({ key, url, left, top, size: length }) => (
            <img
              key={key}
              className={styles.tile}
              src={url}
              alt=""
              draggable={false}
              style={{ transform: `translate(${left}px, ${top}px)`, inlineSize: length, blockSize: length }}
            />
          ))}
        {size.width > 0 && children(at, size)}
      </div>
      {failed && (
        <div className={styles.failed}>
          <ErrorState compact onRetry={retry} />
        </div>
      )}
      {!still && (
        <div className={styles.zoom} role="toolbar" aria-label={label} onKeyDown={steer}>
          <IconButton
            label={t('zoomIn')}
            icon={<Plus />}
            disabled={view.zoom >= most}
            onClick={() => change.current((from) => zoomed(from, 1, most))}
          />
          <IconButton
            label={t('zoomOut')}
            icon={<Minus />}
            disabled={view.zoom <= 0}
            onClick={() => change.current((from) => zoomed(from, -1, most))}
          />
        </div>
      )}
      {tiles?.credit && <p className={styles.credit}>{tiles.credit}</p>}
    </section>
  );
}
