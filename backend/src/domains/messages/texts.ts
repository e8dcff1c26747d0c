import { join } from 'node:path';
import type { LanguageCode } from '@tessera/api/rules';
import { fillText } from '../../platform/mail/fill-text.ts';
import { pickText, textsIn } from '../../platform/texts.ts';
import { type NoticeKind, noticeText, type PayoutNoticeKind, payoutText } from '../identity/index.ts';
import en from './texts/en.json' with { type: 'json' };

/** Notices of identity, which are mailed as well. */
type SecurityKind = `security_${NoticeKind}`;
type PayoutKind = `payout_${PayoutNoticeKind}`;

type WordedKind = keyof typeof en.message;
export type MessageKind = WordedKind | SecurityKind | PayoutKind;
export type MessageText = { readonly title: string; readonly body: string };

/** What the message centre and notifications say. */
export const MESSAGE_TEXTS = textsIn(join(import.meta.dirname, 'texts'), en);

/** Messages to single users; `{amount}` and the like are replaced by what the message names. */
const TEXTS = pickText(MESSAGE_TEXTS, ({ message }) => message);

function noticeOf(kind: MessageKind, named: Readonly<Record<string, string>>, language: LanguageCode) {
  const [, family, own] = /^(security|payout)_(.+)$/.exec(kind) ?? [];
  if (family === 'security') return noticeText(own as NoticeKind, named, language);
  return family === 'payout' ? payoutText(own as PayoutNoticeKind, named, language) : null;
}

/** A message in a language. */
export function messageText(
  kind: MessageKind,
  named: Readonly<Record<string, string>>,
  language: LanguageCode,
): MessageText {
  const notice = noticeOf(kind, named, language);
  if (notice) return { title: notice.title, body: notice.paragraphs.join('\n\n') };
  const { title, body } = TEXTS[language][kind as WordedKind];
  return { title: fillText(title, named, language), body: fillText(body, named, language) };
}
