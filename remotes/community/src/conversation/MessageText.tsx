import { asScreenUrl, ScreenLink } from '@tessera/router';
import styles from './Conversation.module.css';
import { type Piece, piecesOf } from './segments.ts';

export type MessageTextProps = {
  readonly text: string;
  /** Addresses and screens become links; of staff only. */
  readonly links?: boolean | undefined;
};

function PieceView({ piece }: { readonly piece: Piece }) {
  if (piece.kind === 'link') {
    return (
      <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        {piece.text}
      </a>
    );
  }
  const screen = piece.kind === 'screen' ? asScreenUrl(piece.text) : null;
  return screen ? <ScreenLink to={screen}>{piece.text}</ScreenLink> : piece.text;
}

/** A message as text nodes: markup in it is text, and its direction ends with it. */
export const MessageText = ({ text, links = false }: MessageTextProps) => (
  <p className={styles.text} dir="auto">
    {piecesOf(text, { links }).map((piece, index) => (
      <PieceView key={`${index}:${piece.text}`} piece={piece} />
    ))}
  </p>
);
