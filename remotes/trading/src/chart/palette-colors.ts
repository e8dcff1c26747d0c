/**
 * Colours of lines on a chart, by place. Each has a contrast of at least 3:1 to the grounds of both themes, and neighbours
 * differ in hue; red and green are left to the directions of prices.
 */
export const LINES = ['#d07000', '#8b5cf6', '#0284c7', '#db2777', '#4d7c0f', '#0d9488', '#a16207', '#64748b'] as const;
