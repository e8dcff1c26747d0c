export type { Result } from './result/ResultScreen.tsx';
export { useResult } from './result/use-result.tsx';
