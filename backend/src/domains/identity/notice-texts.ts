import { join } from 'node:path';
import { pickText, textsByKey, textsIn } from '../../platform/texts.ts';
import en from './texts/en.json' with { type: 'json' };

const TEXTS = textsIn(join(import.meta.dirname, 'texts'), en);

export type NoticeKind = keyof typeof en.notice;
export type PayoutNoticeKind = keyof typeof en.payout;

/** `{time}`, `{device}`, `{address}`, `{contact}`, `{days}`, `{reason}`, `{member}` and `{until}` are replaced. */
export const NOTICE_TEXTS = textsByKey(pickText(TEXTS, ({ notice }) => notice));

/** Notices of money that leaves; what a notice's `values` name is replaced. */
export const PAYOUT_NOTICE_TEXTS = textsByKey(pickText(TEXTS, ({ payout }) => payout));

/** The last sentence of each notice. */
export const NOT_YOU = pickText(TEXTS, ({ notYou }) => notYou);

/** What leads to the screen that stops a removal. */
export const STOP_LINK = pickText(TEXTS, ({ stopLink }) => stopLink);
