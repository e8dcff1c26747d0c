import { cleanText } from '@tessera/api/chat/rules';
import { maskUid } from '../recipient.ts';
import { joined, looksOf } from './confusables.ts';
import { hasLink } from './links.ts';

/** What the exchange is called where it writes itself. */
export const HOUSE_NAME = 'Tessera';

/** Of those who work for the exchange, as `looksOf` writes them. */
const WORDS = String.raw`tessera|admin|moderator|\bmod\b|support|official|helpdesk|custom(?:er)?\s?(?:care|service)|kundendienst|kundenservice|soporte|assistenc|assistan|administra|staff|team|客服|客户服务|客戶服務|官方|管理员|管理員|运营|運營|公式|運営|サポート|관리자|운영자|고객센터|공식|แอดมิน|เจ้าหน้าที่|ฝ่ายบริการ|mbeshtetje|zyrtar`;
/** l and i are told apart by few readers. */
const OFFICIAL = new RegExp(WORDS.replace(/[il]/g, '[il]'), 'u');

/** Digits and signs that stand for letters in names. */
const SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Whether a name could pass for one of the exchange's staff. */
export function isOfficial(name: string): boolean {
  const looks = looksOf(name);
  const letters = [...looks].map((sign) => SIGNS[sign] ?? sign).join('');
  const tight = letters.replace(/[^\p{L}]+/gu, '');
  const read = [name.normalize('NFKC').toLowerCase(), looks, letters, tight, joined(tight)];
  return read.some((each) => OFFICIAL.test(each));
}

/**
 * What others see of a user, wherever the nickname is not masked: the nickname where it is one, else the end of the UID.
 * One that could pass for staff, or that is a link, in a page or in a mail, is none. Accounts begin with their UID as the
 * nickname, which is for those whom its owner gives it to.
 */
export function shownName(nickname: string, uid: string): string {
  const name = cleanText(nickname).replace(/\s+/gu, ' ');
  return name === '' || name.includes(uid) || isOfficial(name) || hasLink(name) ? maskUid(uid) : name;
}
