import type { LanguageCode } from '@tessera/api/rules';
import { fillText } from '../../platform/mail/fill-text.ts';
import { type NoticeKind, noticeText, type PayoutNoticeKind, payoutText } from '../identity/index.ts';
import { ALERT_TEXTS, type AlertMessageKind } from './alert-texts.ts';
import { CHAT_TEXTS, type ChatMessageKind } from './chat-texts.ts';
import { COPY_TEXTS, type CopyMessageKind } from './copy-texts.ts';
import { LOAN_TEXTS, type LoanMessageKind } from './loan-texts.ts';
import { MONEY_TEXTS, type MoneyMessageKind } from './money-texts.ts';
import { NFT_TEXTS, type NftMessageKind } from './nft-texts.ts';
import { TRADE_TEXTS, type TradeMessageKind } from './trade-texts.ts';

/** Notices of identity, which are mailed as well. */
type SecurityKind = `security_${NoticeKind}`;
type PayoutKind = `payout_${PayoutNoticeKind}`;

type WordedKind =
  | 'payment_received'
  | MoneyMessageKind
  | LoanMessageKind
  | NftMessageKind
  | ChatMessageKind
  | AlertMessageKind
  | CopyMessageKind
  | TradeMessageKind;
export type MessageKind = WordedKind | SecurityKind | PayoutKind;
export type MessageText = { readonly title: string; readonly body: string };

/** Messages to single users; `{amount}` and the like are replaced by what the message names. */
const TEXTS: Readonly<Record<WordedKind, Readonly<Record<LanguageCode, MessageText>>>> = {
  ...MONEY_TEXTS,
  ...LOAN_TEXTS,
  ...NFT_TEXTS,
  ...CHAT_TEXTS,
  ...ALERT_TEXTS,
  ...COPY_TEXTS,
  ...TRADE_TEXTS,
  payment_received: {
    en: { title: 'You received {amount}', body: '{sender} sent you {amount}. It is in your spot account.' },
    zh: { title: '已收到 {amount}', body: '{sender} 向您转账 {amount}，已存入您的币币账户。' },
    hk: { title: '已收到 {amount}', body: '{sender} 向您轉賬 {amount}，已存入您的幣幣帳戶。' },
    th: { title: 'คุณได้รับ {amount}', body: '{sender} โอน {amount} ให้คุณ เงินเข้าบัญชีสปอตของคุณแล้ว' },
    de: {
      title: 'Sie haben {amount} erhalten',
      body: '{sender} hat Ihnen {amount} gesendet. Der Betrag ist auf Ihrem Spot-Konto.',
    },
    alb: { title: 'Keni marrë {amount}', body: '{sender} ju dërgoi {amount}. Shuma është në llogarinë tuaj spot.' },
    jp: {
      title: '{amount} を受け取りました',
      body: '{sender} さんから {amount} の送金があり、現物口座に入金されました。',
    },
    kor: { title: '{amount} 입금 완료', body: '{sender} 님이 {amount}을(를) 보냈습니다. 현물 계정에 입금되었습니다.' },
    fra: {
      title: 'Vous avez reçu {amount}',
      body: '{sender} vous a envoyé {amount}. Le montant est sur votre compte spot.',
    },
    spa: { title: 'Ha recibido {amount}', body: '{sender} le ha enviado {amount}. El importe está en su cuenta spot.' },
  },
};

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
  const { title, body } = TEXTS[kind as WordedKind][language];
  return { title: fillText(title, named, language), body: fillText(body, named, language) };
}
