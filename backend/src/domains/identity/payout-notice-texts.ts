import type { LanguageCode } from '@tessera/api/rules';
import { FOLLOW_NOTICE_TEXTS } from './follow-notice-texts.ts';

type Text = { readonly subject: string; readonly body: string };

export type PayoutNoticeKind =
  | 'payee_added'
  | 'value_sent'
  | 'follow_started'
  | 'follow_widened'
  | 'whitelist_on'
  | 'whitelist_off'
  | 'withdrawal_requested'
  | 'withdrawal_sent'
  | 'withdrawal_rejected'
  | 'withdrawal_failed';

/** Notices of money that leaves; what a notice's `values` name is replaced. */
export const PAYOUT_NOTICE_TEXTS: Readonly<Record<PayoutNoticeKind, Readonly<Record<LanguageCode, Text>>>> = {
  ...FOLLOW_NOTICE_TEXTS,
  value_sent: {
    en: {
      subject: 'Payment to another user',
      body: 'On {time} about {amount} left your account for another user: a payment, a purchase, a deposit for a bid, a stake or a profit share.',
    },
    zh: {
      subject: '向其他用户付款',
      body: '{time}，您的账户向其他用户支出约 {amount}（转账、购买、竞拍保证金、竞猜投注或跟单分润）。',
    },
    hk: {
      subject: '向其他用戶付款',
      body: '{time}，您的帳戶向其他用戶支出約 {amount}（轉帳、購買、競拍保證金、競猜投注或跟單分潤）。',
    },
    th: {
      subject: 'จ่ายเงินให้ผู้ใช้อื่น',
      body: 'เมื่อ {time} มีเงินประมาณ {amount} ออกจากบัญชีของคุณไปยังผู้ใช้อื่น (การโอน การซื้อ เงินมัดจำประมูล เงินเดิมพัน หรือส่วนแบ่งกำไร)',
    },
    de: {
      subject: 'Zahlung an einen anderen Nutzer',
      body: 'Am {time} gingen rund {amount} aus Ihrem Konto an einen anderen Nutzer: eine Zahlung, ein Kauf, eine Gebotskaution, ein Einsatz oder eine Gewinnbeteiligung.',
    },
    alb: {
      subject: 'Pagesë për një përdorues tjetër',
      body: 'Më {time} rreth {amount} dolën nga llogaria juaj për një përdorues tjetër: pagesë, blerje, depozitë oferte, bast ose pjesë e fitimit.',
    },
    jp: {
      subject: '他のユーザーへの支払い',
      body: '{time} に約 {amount} が他のユーザーへ支払われました（送金、購入、入札保証金、予想の賭け金、またはコピートレードの利益分配）。',
    },
    kor: {
      subject: '다른 사용자에게 지급',
      body: '{time}에 약 {amount}이(가) 다른 사용자에게 지급되었습니다(송금, 구매, 입찰 보증금, 예측 참여금 또는 카피 트레이딩 수익 분배).',
    },
    fra: {
      subject: 'Paiement à un autre utilisateur',
      body: 'Le {time}, environ {amount} ont quitté votre compte pour un autre utilisateur : paiement, achat, dépôt d’enchère, mise ou part des bénéfices.',
    },
    spa: {
      subject: 'Pago a otro usuario',
      body: 'El {time} salieron de tu cuenta unos {amount} hacia otro usuario: un pago, una compra, un depósito de puja, una apuesta o una parte de las ganancias.',
    },
  },
  payee_added: {
    en: {
      subject: 'Payment details saved',
      body: 'A new address or bank card for withdrawals was saved in your account on {time}.',
    },
    zh: { subject: '新增提现地址或银行卡', body: '您的账户于 {time} 新增了一个提现地址或银行卡。' },
    hk: { subject: '新增提現地址或銀行卡', body: '您的帳戶於 {time} 新增了一個提現地址或銀行卡。' },
    th: { subject: 'บันทึกปลายทางการถอนใหม่', body: 'บันทึกที่อยู่หรือบัตรธนาคารสำหรับการถอนใหม่ในบัญชีของคุณเมื่อ {time}' },
    de: {
      subject: 'Neues Auszahlungsziel gespeichert',
      body: 'In Ihrem Konto wurde am {time} eine neue Adresse oder Bankkarte für Auszahlungen gespeichert.',
    },
    alb: {
      subject: 'U ruajt një destinacion i ri tërheqjeje',
      body: 'Më {time} në llogarinë tuaj u ruajt një adresë ose kartë bankare e re për tërheqje.',
    },
    jp: { subject: '出金先の登録', body: '{time} に出金用のアドレスまたは銀行カードが新しく登録されました。' },
    kor: { subject: '출금처 등록', body: '{time}에 출금용 주소 또는 은행 카드가 새로 등록되었습니다.' },
    fra: {
      subject: 'Nouveau bénéficiaire enregistré',
      body: 'Une nouvelle adresse ou carte bancaire de retrait a été enregistrée sur votre compte le {time}.',
    },
    spa: {
      subject: 'Nuevo destino de retiro guardado',
      body: 'El {time} se guardó en tu cuenta una nueva dirección o tarjeta bancaria para retiros.',
    },
  },
  whitelist_on: {
    en: {
      subject: 'Withdrawal whitelist on',
      body: 'Since {time} withdrawals from your account go to saved addresses and cards only.',
    },
    zh: { subject: '提现白名单已开启', body: '自 {time} 起，您的账户仅可向已保存的地址和银行卡提现。' },
    hk: { subject: '提現白名單已開啟', body: '自 {time} 起，您的帳戶僅可向已儲存的地址和銀行卡提現。' },
    th: { subject: 'เปิดรายการปลายทางที่อนุญาตแล้ว', body: 'ตั้งแต่ {time} บัญชีของคุณถอนไปยังที่อยู่และบัตรที่บันทึกไว้เท่านั้น' },
    de: {
      subject: 'Auszahlungs-Whitelist eingeschaltet',
      body: 'Seit {time} gehen Auszahlungen aus Ihrem Konto nur an gespeicherte Adressen und Karten.',
    },
    alb: {
      subject: 'Lista e lejuar e tërheqjeve u aktivizua',
      body: 'Nga {time} tërheqjet nga llogaria juaj shkojnë vetëm te adresat dhe kartat e ruajtura.',
    },
    jp: {
      subject: '出金ホワイトリストの有効化',
      body: '{time} 以降、出金先は登録済みのアドレスとカードに限られます。',
    },
    kor: { subject: '출금 화이트리스트 켜짐', body: '{time}부터 저장된 주소와 카드로만 출금할 수 있습니다.' },
    fra: {
      subject: 'Liste blanche de retrait activée',
      body: 'Depuis le {time}, les retraits de votre compte vont uniquement aux adresses et cartes enregistrées.',
    },
    spa: {
      subject: 'Lista blanca de retiros activada',
      body: 'Desde el {time}, los retiros de tu cuenta solo van a direcciones y tarjetas guardadas.',
    },
  },
  whitelist_off: {
    en: {
      subject: 'Withdrawal whitelist is being switched off',
      body: 'On {time} it was asked to switch off the withdrawal whitelist of your account. It stays on for a waiting time; you can keep it on until then.',
    },
    zh: {
      subject: '正在关闭提现白名单',
      body: '您的账户于 {time} 申请关闭提现白名单。等待期内白名单仍然有效，您可在此期间撤销。',
    },
    hk: {
      subject: '正在關閉提現白名單',
      body: '您的帳戶於 {time} 申請關閉提現白名單。等待期內白名單仍然有效，您可於期間內撤銷。',
    },
    th: {
      subject: 'กำลังปิดรายการปลายทางที่อนุญาต',
      body: 'มีคำขอปิดรายการปลายทางที่อนุญาตของบัญชีคุณเมื่อ {time} รายการยังมีผลระหว่างรอ และคุณยกเลิกคำขอได้',
    },
    de: {
      subject: 'Auszahlungs-Whitelist wird ausgeschaltet',
      body: 'Am {time} wurde beantragt, die Auszahlungs-Whitelist Ihres Kontos auszuschalten. Sie gilt während der Wartezeit weiter; bis dahin können Sie sie eingeschaltet lassen.',
    },
    alb: {
      subject: 'Lista e lejuar po çaktivizohet',
      body: 'Më {time} u kërkua çaktivizimi i listës së lejuar të tërheqjeve. Ajo mbetet aktive gjatë pritjes; deri atëherë mund ta mbani aktive.',
    },
    jp: {
      subject: '出金ホワイトリストの解除手続き',
      body: '{time} に出金ホワイトリストの解除が申請されました。待機時間中は有効なままで、その間は取り消せます。',
    },
    kor: {
      subject: '출금 화이트리스트 해제 진행 중',
      body: '{time}에 출금 화이트리스트 해제가 요청되었습니다. 대기 시간 동안은 계속 적용되며 그동안 취소할 수 있습니다.',
    },
    fra: {
      subject: 'Désactivation de la liste blanche de retrait',
      body: 'Le {time}, la désactivation de la liste blanche de retrait de votre compte a été demandée. Elle reste active pendant un délai ; d’ici là, vous pouvez la conserver.',
    },
    spa: {
      subject: 'Desactivación de la lista blanca de retiros',
      body: 'El {time} se pidió desactivar la lista blanca de retiros de tu cuenta. Sigue activa durante un tiempo de espera; hasta entonces puedes mantenerla.',
    },
  },
  withdrawal_requested: {
    en: {
      subject: 'Withdrawal requested',
      body: 'A withdrawal of {amount} to {target} was requested on {time}. It is under review.',
    },
    zh: { subject: '提现申请已提交', body: '您于 {time} 申请提现 {amount} 至 {target}，正在审核中。' },
    hk: { subject: '提現申請已提交', body: '您於 {time} 申請提現 {amount} 至 {target}，正在審核中。' },
    th: { subject: 'ส่งคำขอถอนแล้ว', body: 'มีคำขอถอน {amount} ไปยัง {target} เมื่อ {time} กำลังตรวจสอบ' },
    de: {
      subject: 'Auszahlung beantragt',
      body: 'Am {time} wurde eine Auszahlung von {amount} an {target} beantragt. Sie wird geprüft.',
    },
    alb: {
      subject: 'Tërheqja u kërkua',
      body: 'Më {time} u kërkua tërheqja e {amount} te {target}. Ajo është në shqyrtim.',
    },
    jp: {
      subject: '出金申請の受付',
      body: '{time} に {target} への {amount} の出金が申請されました。現在審査中です。',
    },
    kor: { subject: '출금 요청 접수', body: '{time}에 {target}(으)로 {amount} 출금이 요청되었습니다. 심사 중입니다.' },
    fra: {
      subject: 'Retrait demandé',
      body: 'Un retrait de {amount} vers {target} a été demandé le {time}. Il est en cours d’examen.',
    },
    spa: {
      subject: 'Retiro solicitado',
      body: 'El {time} se solicitó un retiro de {amount} a {target}. Está en revisión.',
    },
  },
  withdrawal_sent: {
    en: {
      subject: 'Withdrawal sent',
      body: 'Your withdrawal of {amount} to {target} was sent on {time}. Transaction: {reference}.',
    },
    zh: { subject: '提现已汇出', body: '您提现至 {target} 的 {amount} 已于 {time} 汇出。交易编号：{reference}。' },
    hk: { subject: '提現已匯出', body: '您提現至 {target} 的 {amount} 已於 {time} 匯出。交易編號：{reference}。' },
    th: { subject: 'ส่งเงินถอนแล้ว', body: 'ยอดถอน {amount} ไปยัง {target} ถูกส่งเมื่อ {time} หมายเลขธุรกรรม: {reference}' },
    de: {
      subject: 'Auszahlung gesendet',
      body: 'Ihre Auszahlung von {amount} an {target} wurde am {time} gesendet. Transaktion: {reference}.',
    },
    alb: {
      subject: 'Tërheqja u dërgua',
      body: 'Tërheqja juaj prej {amount} te {target} u dërgua më {time}. Transaksioni: {reference}.',
    },
    jp: {
      subject: '出金の送金完了',
      body: '{target} への {amount} の出金は {time} に送金されました。取引番号：{reference}。',
    },
    kor: {
      subject: '출금 전송 완료',
      body: '{target}(으)로 요청하신 {amount} 출금이 {time}에 전송되었습니다. 거래 번호: {reference}.',
    },
    fra: {
      subject: 'Retrait envoyé',
      body: 'Votre retrait de {amount} vers {target} a été envoyé le {time}. Transaction : {reference}.',
    },
    spa: {
      subject: 'Retiro enviado',
      body: 'Tu retiro de {amount} a {target} se envió el {time}. Transacción: {reference}.',
    },
  },
  withdrawal_rejected: {
    en: {
      subject: 'Withdrawal rejected',
      body: 'Your withdrawal of {amount} to {target} was rejected on {time}: {reference}. The amount is available again.',
    },
    zh: {
      subject: '提现申请未通过',
      body: '您提现至 {target} 的 {amount} 于 {time} 未通过审核：{reference}。该金额已恢复可用。',
    },
    hk: {
      subject: '提現申請未通過',
      body: '您提現至 {target} 的 {amount} 於 {time} 未通過審核：{reference}。該金額已恢復可用。',
    },
    th: {
      subject: 'คำขอถอนถูกปฏิเสธ',
      body: 'คำขอถอน {amount} ไปยัง {target} ถูกปฏิเสธเมื่อ {time}: {reference} ยอดเงินใช้ได้อีกครั้ง',
    },
    de: {
      subject: 'Auszahlung abgelehnt',
      body: 'Ihre Auszahlung von {amount} an {target} wurde am {time} abgelehnt: {reference}. Der Betrag ist wieder verfügbar.',
    },
    alb: {
      subject: 'Tërheqja u refuzua',
      body: 'Tërheqja juaj prej {amount} te {target} u refuzua më {time}: {reference}. Shuma është sërish e disponueshme.',
    },
    jp: {
      subject: '出金申請の却下',
      body: '{target} への {amount} の出金は {time} に却下されました：{reference}。金額は再びご利用いただけます。',
    },
    kor: {
      subject: '출금 거절',
      body: '{target}(으)로 요청하신 {amount} 출금이 {time}에 거절되었습니다: {reference}. 금액은 다시 사용할 수 있습니다.',
    },
    fra: {
      subject: 'Retrait refusé',
      body: 'Votre retrait de {amount} vers {target} a été refusé le {time} : {reference}. Le montant est de nouveau disponible.',
    },
    spa: {
      subject: 'Retiro rechazado',
      body: 'Tu retiro de {amount} a {target} se rechazó el {time}: {reference}. El importe vuelve a estar disponible.',
    },
  },
  withdrawal_failed: {
    en: {
      subject: 'Withdrawal failed',
      body: 'Your withdrawal of {amount} to {target} failed on {time}: {reference}. The amount and the fee were returned to your account.',
    },
    zh: {
      subject: '提现失败',
      body: '您提现至 {target} 的 {amount} 于 {time} 失败：{reference}。金额及手续费已退回您的账户。',
    },
    hk: {
      subject: '提現失敗',
      body: '您提現至 {target} 的 {amount} 於 {time} 失敗：{reference}。金額及手續費已退回您的帳戶。',
    },
    th: {
      subject: 'การถอนล้มเหลว',
      body: 'การถอน {amount} ไปยัง {target} ล้มเหลวเมื่อ {time}: {reference} ยอดเงินและค่าธรรมเนียมคืนเข้าบัญชีของคุณแล้ว',
    },
    de: {
      subject: 'Auszahlung fehlgeschlagen',
      body: 'Ihre Auszahlung von {amount} an {target} ist am {time} fehlgeschlagen: {reference}. Betrag und Gebühr wurden Ihrem Konto wieder gutgeschrieben.',
    },
    alb: {
      subject: 'Tërheqja dështoi',
      body: 'Tërheqja juaj prej {amount} te {target} dështoi më {time}: {reference}. Shuma dhe tarifa u kthyen në llogarinë tuaj.',
    },
    jp: {
      subject: '出金の失敗',
      body: '{target} への {amount} の出金は {time} に失敗しました：{reference}。金額と手数料は口座に返金されました。',
    },
    kor: {
      subject: '출금 실패',
      body: '{target}(으)로 요청하신 {amount} 출금이 {time}에 실패했습니다: {reference}. 금액과 수수료가 계정으로 반환되었습니다.',
    },
    fra: {
      subject: 'Échec du retrait',
      body: 'Votre retrait de {amount} vers {target} a échoué le {time} : {reference}. Le montant et les frais ont été recrédités sur votre compte.',
    },
    spa: {
      subject: 'Retiro fallido',
      body: 'Tu retiro de {amount} a {target} falló el {time}: {reference}. El importe y la comisión se han devuelto a tu cuenta.',
    },
  },
};
