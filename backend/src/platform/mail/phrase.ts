import type { LanguageCode } from '@tessera/api/rules';

export const PHRASE_LABELS: Readonly<Record<LanguageCode, string>> = {
  en: 'Your anti-phishing phrase',
  zh: '您的防钓鱼码',
  hk: '您的防釣魚碼',
  th: 'รหัสป้องกันฟิชชิงของคุณ',
  de: 'Ihr Anti-Phishing-Code',
  alb: 'Kodi juaj kundër mashtrimit',
  jp: 'フィッシング防止コード',
  kor: '피싱 방지 코드',
  fra: 'Votre code anti-hameçonnage',
  spa: 'Tu código antiphishing',
};

export const phraseLine = (phrase: string, language: LanguageCode): string => `${PHRASE_LABELS[language]}: ${phrase}`;
