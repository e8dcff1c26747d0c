import { regionOfTag } from '@tessera/device';
import {
  type ExtendedFeature,
  type ExtendedFeatureCollection,
  type GeoGeometryObjects,
  geoArea,
  geoContains,
  geoMercator,
  geoPath,
} from 'd3-geo';
import polylabel from 'polylabel';
import { feature } from 'topojson-client';
import { type Extent, pointOf } from './mercator.ts';

export type WorldCountry = {
  /** ISO 3166-1 alpha-2; null for a territory without a code. */
  readonly code: string | null;
  /** SVG path in the unit square of Web Mercator. */
  readonly path: string;
};

export type World = {
  readonly countries: readonly WorldCountry[];
  /** The country of a point; null at sea. */
  readonly at: (place: { readonly latitude: number; readonly longitude: number }) => string | null;
  /** Where a country's largest part is, around a point inside; null for one that is too small for the map. */
  readonly extentOf: (country: string) => Extent | null;
};

type Atlas = Parameters<typeof feature>[0];
type Shape = ExtendedFeature<GeoGeometryObjects, { readonly name: string }>;

/** Of the unit square: about 2 km at the equator. */
const PRECISION = 0.00005;
const KOSOVO = 'Kosovo';

/** Natural Earth has numeric codes (ISO 3166-1 numeric), which the locale data of the browser know as letters. */
function codeOf(id: string | undefined, name: string): string | null {
  if (id === undefined) return name === KOSOVO ? 'XK' : null;
  return regionOfTag(`und-${id}`) ?? null;
}

type Rings = readonly (readonly number[])[][];

/** The largest part: the United States without Alaska, Russia without what lies beyond the date line. */
function mainlandOf(geometry: GeoGeometryObjects): Rings {
  if (geometry.type === 'Polygon') return geometry.coordinates;
  if (geometry.type !== 'MultiPolygon') return [];
  const areaOf = (coordinates: (typeof geometry.coordinates)[number]) => geoArea({ type: 'Polygon', coordinates });
  return geometry.coordinates.reduce((largest, part) => (areaOf(part) > areaOf(largest) ? part : largest));
}

/** Around the point that is farthest from the borders: the middle of the box of a bow is its neighbour's. */
function extentOf(rings: Rings): Extent {
  const points = rings.map((ring) =>
    ring.map(([longitude = 0, latitude = 0]) => {
      const { x, y } = pointOf({ latitude, longitude });
      return [x, y] as [number, number];
    }),
  );
  const [x, y] = polylabel(points, PRECISION);
  const reach = (coordinate: 0 | 1, middle: number) =>
    2 * Math.max(...(points[0] ?? []).map((point) => Math.abs((point[coordinate] ?? middle) - middle)));
  return { x, y, width: reach(0, x), height: reach(1, y) };
}

/** Countries of the world at 1:110,000,000 by Natural Earth (public domain); fetched when the first map is shown. */
export async function loadWorld(): Promise<World> {
  const { default: file } = await import('world-atlas/countries-110m.json');
  const atlas = file as unknown as Atlas;
  const { countries } = atlas.objects;
  if (!countries) throw new TypeError('The file of the world has no countries.');
  const { features } = feature(atlas, countries) as unknown as ExtendedFeatureCollection<Shape>;
  const draw = geoPath(
    geoMercator()
      .scale(1 / (2 * Math.PI))
      .translate([0.5, 0.5])
      .precision(0),
  ).digits(6);
  const shapes = features.map((shape) => ({
    shape,
    code: codeOf(shape.id === undefined ? undefined : String(shape.id), shape.properties.name),
  }));
  return {
    countries: shapes.map(({ shape, code }) => ({ code, path: draw(shape) ?? '' })),
    at: ({ latitude, longitude }) =>
      shapes.find(({ shape }) => geoContains(shape, [longitude, latitude]))?.code ?? null,
    extentOf: (country) => {
      const found = shapes.find(({ code }) => code === country);
      return found ? extentOf(mainlandOf(found.shape.geometry)) : null;
    },
  };
}
