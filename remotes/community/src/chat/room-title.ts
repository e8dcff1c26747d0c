import type { ChatRoomRow } from '@tessera/api/chat';
import { LANGUAGES } from '@tessera/i18n';

/** A language in itself, or the symbol of the instrument. */
export const roomTitle = ({ id, language, symbol }: Pick<ChatRoomRow, 'id' | 'language' | 'symbol'>): string =>
  symbol ?? LANGUAGES.find(({ code }) => code === language)?.name ?? id;
