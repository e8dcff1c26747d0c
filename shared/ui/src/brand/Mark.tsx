/** Five tiles set as a T on a 16 × 16 grid, the last of them turned into a leaf; one colour, that of the text. */
export const MARK_PATH = 'M1 1h4v4H1zM6 1h4v4H6zM11 1h4a4 4 0 0 1-4 4zM6 6h4v4H6zM6 11h4v4H6z';

export type MarkProps = { readonly size?: string | undefined; readonly className?: string | undefined };

export const Mark = ({ size = '1.5rem', className }: MarkProps) => (
  <svg className={className} viewBox="0 0 16 16" style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
    <path d={MARK_PATH} fill="currentColor" />
  </svg>
);
