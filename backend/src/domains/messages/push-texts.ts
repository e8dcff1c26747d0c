import type { MessageTopic } from '@tessera/api/messages/rules';
import type { LanguageCode } from '@tessera/api/rules';
import type { MessageText } from './texts.ts';

/** What a notification says where its user wants no details on the lock screen. */
const TITLES: Readonly<Record<LanguageCode, Readonly<Record<MessageTopic, string>>>> = {
  en: {
    security: 'Security of your account',
    payments: 'A payment to you',
    loans: 'News about your loan',
    nft: 'News from the NFT market',
    chat: 'News from the chat',
    support: 'Reply from customer service',
    announcements: 'New announcement',
  },
  zh: {
    security: '账户安全提醒',
    payments: '收款通知',
    loans: '借贷通知',
    nft: 'NFT 市场通知',
    chat: '聊天室通知',
    support: '客服已回复',
    announcements: '新公告',
  },
  hk: {
    security: '帳戶安全提醒',
    payments: '收款通知',
    loans: '借貸通知',
    nft: 'NFT 市場通知',
    chat: '聊天室通知',
    support: '客服已回覆',
    announcements: '新公告',
  },
  th: {
    security: 'ความปลอดภัยของบัญชี',
    payments: 'มีเงินโอนถึงคุณ',
    loans: 'แจ้งเตือนเงินกู้',
    nft: 'แจ้งเตือนตลาด NFT',
    chat: 'แจ้งเตือนห้องแชต',
    support: 'ฝ่ายบริการลูกค้าตอบกลับแล้ว',
    announcements: 'ประกาศใหม่',
  },
  de: {
    security: 'Sicherheit Ihres Kontos',
    payments: 'Eine Zahlung an Sie',
    loans: 'Neues zu Ihrem Kredit',
    nft: 'Neues vom NFT-Markt',
    chat: 'Neues aus dem Chat',
    support: 'Antwort vom Kundenservice',
    announcements: 'Neue Ankündigung',
  },
  alb: {
    security: 'Siguria e llogarisë suaj',
    payments: 'Një pagesë për ju',
    loans: 'Njoftim për huanë tuaj',
    nft: 'Njoftim nga tregu NFT',
    chat: 'Njoftim nga biseda',
    support: 'Përgjigje nga shërbimi i klientit',
    announcements: 'Njoftim i ri',
  },
  jp: {
    security: 'アカウントのセキュリティ',
    payments: '送金を受け取りました',
    loans: 'ローンのお知らせ',
    nft: 'NFTマーケットのお知らせ',
    chat: 'チャットのお知らせ',
    support: 'カスタマーサービスからの返信',
    announcements: '新しいお知らせ',
  },
  kor: {
    security: '계정 보안 알림',
    payments: '입금 알림',
    loans: '대출 알림',
    nft: 'NFT 마켓 알림',
    chat: '채팅 알림',
    support: '고객센터 답변',
    announcements: '새 공지사항',
  },
  fra: {
    security: 'Sécurité de votre compte',
    payments: 'Un paiement pour vous',
    loans: 'Du nouveau sur votre prêt',
    nft: 'Du nouveau sur le marché NFT',
    chat: 'Du nouveau dans le chat',
    support: 'Réponse du service client',
    announcements: 'Nouvelle annonce',
  },
  spa: {
    security: 'Seguridad de tu cuenta',
    payments: 'Un pago para ti',
    loans: 'Novedades de tu préstamo',
    nft: 'Novedades del mercado NFT',
    chat: 'Novedades del chat',
    support: 'Respuesta de atención al cliente',
    announcements: 'Nuevo anuncio',
  },
};

const BODY: Readonly<Record<LanguageCode, string>> = {
  en: 'Open the app to read it.',
  zh: '打开应用查看详情。',
  hk: '開啟應用程式查看詳情。',
  th: 'เปิดแอปเพื่ออ่าน',
  de: 'Öffnen Sie die App, um sie zu lesen.',
  alb: 'Hapni aplikacionin për ta lexuar.',
  jp: 'アプリを開いて確認してください。',
  kor: '앱을 열어 확인하세요.',
  fra: 'Ouvrez l’application pour la lire.',
  spa: 'Abre la aplicación para leerlo.',
};

export const discreetText = (topic: MessageTopic, language: LanguageCode): MessageText => ({
  title: TITLES[language][topic],
  body: BODY[language],
});
