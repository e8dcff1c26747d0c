/** Texts of a new remote's page in all ten languages; the name is not translated. */
type Words = {
  readonly lead: string;
  readonly account: string;
  readonly guest: string;
  readonly language: string;
  readonly currency: string;
};

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    lead: 'This page is new and comes with a release of its own.',
    account: 'Account',
    guest: 'Not logged in',
    language: 'Language',
    currency: 'Display currency',
  },
  zh: {
    lead: '这是一个新页面，拥有独立的发布版本。',
    account: '账户',
    guest: '未登录',
    language: '语言',
    currency: '显示货币',
  },
  hk: {
    lead: '這是一個新頁面，擁有獨立的發布版本。',
    account: '帳戶',
    guest: '未登入',
    language: '語言',
    currency: '顯示貨幣',
  },
  th: {
    lead: 'หน้านี้เป็นหน้าใหม่และมีรุ่นเผยแพร่ของตัวเอง',
    account: 'บัญชี',
    guest: 'ยังไม่ได้เข้าสู่ระบบ',
    language: 'ภาษา',
    currency: 'สกุลเงินที่แสดง',
  },
  de: {
    lead: 'Diese Seite ist neu und wird eigenständig veröffentlicht.',
    account: 'Konto',
    guest: 'Nicht angemeldet',
    language: 'Sprache',
    currency: 'Anzeigewährung',
  },
  alb: {
    lead: 'Kjo faqe është e re dhe ka publikimin e vet.',
    account: 'Llogaria',
    guest: 'Nuk jeni i kyçur',
    language: 'Gjuha',
    currency: 'Monedha e shfaqur',
  },
  jp: {
    lead: 'これは独自にリリースされる新しいページです。',
    account: '口座',
    guest: 'ログインしていません',
    language: '言語',
    currency: '表示通貨',
  },
  kor: {
    lead: '독립적으로 배포되는 새 페이지입니다.',
    account: '계정',
    guest: '로그인하지 않음',
    language: '언어',
    currency: '표시 통화',
  },
  fra: {
    lead: 'Cette page est nouvelle et possède sa propre version publiée.',
    account: 'Compte',
    guest: 'Non connecté',
    language: 'Langue',
    currency: 'Devise d’affichage',
  },
  spa: {
    lead: 'Esta página es nueva y se publica por su cuenta.',
    account: 'Cuenta',
    guest: 'Sin iniciar sesión',
    language: 'Idioma',
    currency: 'Moneda de visualización',
  },
};

/** The text file of every language, by its code. */
export const textFiles = (title: string): readonly (readonly [code: string, content: object])[] =>
  Object.entries(WORDS).map(([code, welcome]) => [code, { routes: { index: title }, welcome }]);
