/** A house on a 24 × 24 grid, as SVG path data. */
export const HOME_ICON = 'M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z';
