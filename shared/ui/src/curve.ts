export { type CurvePoint, type CurveShape, curveShape } from './chart/curve-shape.ts';
export { ValueCurve, type ValueCurveProps } from './chart/ValueCurve.tsx';
