/*
 * Web Mercator: the world as a square of side 1, its upper left corner at 180° W and 85.05° N.
 * https://en.wikipedia.org/wiki/Web_Mercator_projection
 */

/** Where the square ends, in degrees: atan(sinh(π)). */
export const LIMIT = 85.0511287798066;
/** Pixels of a tile, and of the world at zoom 0. */
export const TILE = 256;

export type Point = { readonly x: number; readonly y: number };
/** What a map shows: the point in its middle, and the zoom: the world is 256 × 2^zoom pixels wide. */
export type View = Point & { readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

export function pointOf({ latitude, longitude }: { latitude: number; longitude: number }): Point {
  const sine = Math.sin((clamp(latitude, -LIMIT, LIMIT) * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export const coordinatesOf = ({ x, y }: Point): { latitude: number; longitude: number } => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: (x - 0.5) * 360,
});

export const worldSize = (zoom: number): number => TILE * 2 ** zoom;

/** The middle stays in the world, which does not wrap. */
export const within = ({ x, y, zoom }: View, most: number): View => ({
  x: clamp(x, 0, 1),
  y: clamp(y, 0, 1),
  zoom: clamp(zoom, 0, most),
});

/** Moves by pixels of the screen. */
export const moved = (view: View, right: number, down: number): View => {
  const size = worldSize(view.zoom);
  return { ...view, x: view.x - right / size, y: view.y - down / size };
};

/** Zooms by a number of steps; what is `right` and `down` of the middle, in pixels, stays where it is. */
export function zoomed(view: View, steps: number, most: number, right = 0, down = 0): View {
  const zoom = clamp(view.zoom + steps, 0, most);
  const held = 1 / worldSize(view.zoom) - 1 / worldSize(zoom);
  return { x: view.x + right * held, y: view.y + down * held, zoom };
}

/** A part of the square around a point. */
export type Extent = Point & { readonly width: number; readonly height: number };

/** The view that shows an extent. */
export function fitting(extent: Extent, { width, height }: Size, most: number): View {
  const side = Math.max(extent.width / width, extent.height / height);
  const zoom = side > 0 ? Math.log2(0.9 / side / TILE) : most;
  return within({ x: extent.x, y: extent.y, zoom }, most);
}

export type Tile = {
  readonly key: string;
  readonly url: string;
  readonly left: number;
  readonly top: number;
  readonly size: number;
};

/** The tiles that cover a view, by pixels from its upper left corner; `template` has {z}, {x} and {y}. */
export function tilesOf(template: string, view: View, { width, height }: Size): readonly Tile[] {
  const level = Math.round(view.zoom);
  const count = 2 ** level;
  const size = worldSize(view.zoom) / count;
  const left = width / 2 - view.x * worldSize(view.zoom);
  const top = height / 2 - view.y * worldSize(view.zoom);
  const range = (start: number, length: number) => {
    const first = Math.max(0, Math.floor(-start / size));
    const last = Math.min(count - 1, Math.floor((length - start) / size));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  return range(top, height).flatMap((row) =>
    range(left, width).map((column) => ({
      key: `${level}/${column}/${row}`,
      url: template.replace('{z}', String(level)).replace('{x}', String(column)).replace('{y}', String(row)),
      left: left + column * size,
      top: top + row * size,
      size,
    })),
  );
}
