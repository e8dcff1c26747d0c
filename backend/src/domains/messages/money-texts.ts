import type { LanguageCode } from '@tessera/api/rules';
import type { MessageText } from './texts.ts';

export type MoneyMessageKind =
  | 'deposit_credited'
  | 'deposit_rejected'
  | 'payment_sent'
  | 'visa_approved'
  | 'visa_rejected';

/** What users are told of deposits, payments of their own and cards. */
export const MONEY_TEXTS: Readonly<Record<MoneyMessageKind, Readonly<Record<LanguageCode, MessageText>>>> = {
  deposit_credited: {
    en: { title: 'Deposit credited: {amount}', body: '{amount} is in your spot account.' },
    zh: { title: '充值已到账：{amount}', body: '{amount} 已存入您的币币账户。' },
    hk: { title: '充值已到帳：{amount}', body: '{amount} 已存入您的幣幣帳戶。' },
    th: { title: 'เงินฝากเข้าแล้ว: {amount}', body: '{amount} อยู่ในบัญชีสปอตของคุณแล้ว' },
    de: { title: 'Einzahlung gutgeschrieben: {amount}', body: '{amount} sind auf Ihrem Spot-Konto.' },
    alb: { title: 'Depozita u kreditua: {amount}', body: '{amount} është në llogarinë tuaj spot.' },
    jp: { title: '入金が完了しました：{amount}', body: '{amount} が現物口座に反映されました。' },
    kor: { title: '입금 완료: {amount}', body: '{amount}이(가) 현물 계정에 입금되었습니다.' },
    fra: { title: 'Dépôt crédité : {amount}', body: '{amount} sont sur votre compte spot.' },
    spa: { title: 'Depósito acreditado: {amount}', body: '{amount} está en tu cuenta spot.' },
  },
  deposit_rejected: {
    en: { title: 'Deposit not credited: {amount}', body: 'The review did not confirm it. Reason: {reason}' },
    zh: { title: '充值未入账：{amount}', body: '审核未通过。原因：{reason}' },
    hk: { title: '充值未入帳：{amount}', body: '審核未通過。原因：{reason}' },
    th: { title: 'เงินฝากไม่ผ่าน: {amount}', body: 'การตรวจสอบไม่ยืนยันรายการนี้ เหตุผล: {reason}' },
    de: {
      title: 'Einzahlung nicht gutgeschrieben: {amount}',
      body: 'Die Prüfung hat sie nicht bestätigt. Grund: {reason}',
    },
    alb: { title: 'Depozita nuk u kreditua: {amount}', body: 'Shqyrtimi nuk e konfirmoi. Arsyeja: {reason}' },
    jp: { title: '入金は反映されませんでした：{amount}', body: '審査で確認できませんでした。理由：{reason}' },
    kor: { title: '입금 미반영: {amount}', body: '심사에서 확인되지 않았습니다. 사유: {reason}' },
    fra: { title: 'Dépôt non crédité : {amount}', body: 'L’examen ne l’a pas confirmé. Motif : {reason}' },
    spa: { title: 'Depósito no acreditado: {amount}', body: 'La revisión no lo confirmó. Motivo: {reason}' },
  },
  payment_sent: {
    en: {
      title: 'You sent {amount}',
      body: '{amount} went to {recipient}. If this was not you, freeze your account and change your passwords.',
    },
    zh: { title: '已转出 {amount}', body: '已向 {recipient} 转账 {amount}。如非本人操作，请立即冻结账户并修改密码。' },
    hk: { title: '已轉出 {amount}', body: '已向 {recipient} 轉賬 {amount}。如非本人操作，請立即凍結帳戶並更改密碼。' },
    th: { title: 'คุณส่ง {amount} แล้ว', body: 'ส่ง {amount} ให้ {recipient} แล้ว หากไม่ใช่คุณ โปรดระงับบัญชีและเปลี่ยนรหัสผ่าน' },
    de: {
      title: 'Sie haben {amount} gesendet',
      body: '{amount} gingen an {recipient}. Waren Sie das nicht, sperren Sie Ihr Konto und ändern Sie Ihre Passwörter.',
    },
    alb: {
      title: 'Dërguat {amount}',
      body: '{amount} iu dërguan {recipient}. Nëse nuk ishit ju, ngrini llogarinë dhe ndryshoni fjalëkalimet.',
    },
    jp: {
      title: '{amount} を送金しました',
      body: '{recipient} さんに {amount} を送金しました。お心当たりがない場合は、アカウントを凍結してパスワードを変更してください。',
    },
    kor: {
      title: '{amount} 송금 완료',
      body: '{recipient} 님에게 {amount}을(를) 보냈습니다. 본인이 아니라면 계정을 동결하고 비밀번호를 변경하세요.',
    },
    fra: {
      title: 'Vous avez envoyé {amount}',
      body: '{amount} ont été envoyés à {recipient}. Si ce n’était pas vous, gelez votre compte et changez vos mots de passe.',
    },
    spa: {
      title: 'Has enviado {amount}',
      body: '{amount} se envió a {recipient}. Si no fuiste tú, congela tu cuenta y cambia tus contraseñas.',
    },
  },
  visa_approved: {
    en: { title: 'Your card application is approved', body: 'We contact you about the delivery.' },
    zh: { title: '您的卡片申请已通过', body: '我们将与您联系寄送事宜。' },
    hk: { title: '您的卡片申請已通過', body: '我們將與您聯絡寄送事宜。' },
    th: { title: 'คำขอบัตรของคุณได้รับอนุมัติ', body: 'เราจะติดต่อคุณเรื่องการจัดส่ง' },
    de: { title: 'Ihr Kartenantrag ist genehmigt', body: 'Wir melden uns wegen der Zustellung bei Ihnen.' },
    alb: { title: 'Kërkesa juaj për kartë u miratua', body: 'Ju kontaktojmë për dorëzimin.' },
    jp: { title: 'カードの申請が承認されました', body: 'お届けについてご連絡いたします。' },
    kor: { title: '카드 신청이 승인되었습니다', body: '배송에 대해 연락드리겠습니다.' },
    fra: { title: 'Votre demande de carte est acceptée', body: 'Nous vous contactons pour la livraison.' },
    spa: { title: 'Tu solicitud de tarjeta está aprobada', body: 'Te contactaremos para la entrega.' },
  },
  visa_rejected: {
    en: { title: 'Your card application was not approved', body: 'Reason: {reason}' },
    zh: { title: '您的卡片申请未通过', body: '原因：{reason}' },
    hk: { title: '您的卡片申請未通過', body: '未獲批准的原因：{reason}' },
    th: { title: 'คำขอบัตรของคุณไม่ได้รับอนุมัติ', body: 'เหตุผล: {reason}' },
    de: { title: 'Ihr Kartenantrag wurde nicht genehmigt', body: 'Grund: {reason}' },
    alb: { title: 'Kërkesa juaj për kartë nuk u miratua', body: 'Arsyeja: {reason}' },
    jp: { title: 'カードの申請は承認されませんでした', body: '理由：{reason}' },
    kor: { title: '카드 신청이 승인되지 않았습니다', body: '사유: {reason}' },
    fra: { title: 'Votre demande de carte n’a pas été acceptée', body: 'Motif : {reason}' },
    spa: { title: 'Tu solicitud de tarjeta no fue aprobada', body: 'Motivo: {reason}' },
  },
};
