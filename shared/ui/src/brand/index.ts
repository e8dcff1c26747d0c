export { MARK_PATH, Mark, type MarkProps } from './Mark.tsx';
