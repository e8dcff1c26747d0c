import type { LanguageCode } from '@tessera/api/rules';

export type NftMessageKind =
  | 'nft_outbid'
  | 'nft_won'
  | 'nft_offered'
  | 'nft_forfeited'
  | 'nft_sold'
  | 'nft_box_returned';

/** What bidders and sellers of works are told; what a message names is replaced. */
export const NFT_TEXTS: Readonly<
  Record<NftMessageKind, Readonly<Record<LanguageCode, { readonly title: string; readonly body: string }>>>
> = {
  nft_outbid: {
    en: { title: 'You were outbid on {work}', body: 'The highest bid on {work} is now {amount}. You can bid again.' },
    zh: { title: '您对 {work} 的出价已被超过', body: '{work} 目前最高出价为 {amount}，您可以再次出价。' },
    hk: { title: '您對 {work} 的出價已被超過', body: '{work} 目前最高出價為 {amount}，您可以再次出價。' },
    th: { title: 'มีผู้เสนอราคาสูงกว่าคุณใน {work}', body: 'ราคาเสนอสูงสุดของ {work} คือ {amount} คุณเสนอราคาใหม่ได้' },
    de: {
      title: 'Sie wurden bei {work} überboten',
      body: 'Das Höchstgebot für {work} liegt jetzt bei {amount}. Sie können erneut bieten.',
    },
    alb: {
      title: 'Oferta juaj për {work} u tejkalua',
      body: 'Oferta më e lartë për {work} është tani {amount}. Mund të ofertoni sërish.',
    },
    jp: {
      title: '{work} で高値更新されました',
      body: '{work} の現在の最高入札額は {amount} です。再度入札できます。',
    },
    kor: {
      title: '{work} 경매에서 더 높은 입찰이 있습니다',
      body: '{work}의 현재 최고 입찰가는 {amount}입니다. 다시 입찰할 수 있습니다.',
    },
    fra: {
      title: 'Votre enchère sur {work} a été dépassée',
      body: 'L’enchère la plus élevée sur {work} est maintenant de {amount}. Vous pouvez enchérir à nouveau.',
    },
    spa: {
      title: 'Han superado tu puja por {work}',
      body: 'La puja más alta por {work} es ahora de {amount}. Puedes volver a pujar.',
    },
  },
  nft_won: {
    en: {
      title: 'You won {work}',
      body: 'Pay the remaining {amount} within 24 hours. After that your deposit is kept and the work is offered to the next bidder.',
    },
    zh: {
      title: '您已拍得 {work}',
      body: '请在 24 小时内支付余款 {amount}，逾期保证金将不予退还，并由下一位出价者购买。',
    },
    hk: {
      title: '您已投得 {work}',
      body: '請在 24 小時內支付餘款 {amount}，逾期保證金將不予退還，並由下一位出價者購買。',
    },
    th: {
      title: 'คุณชนะการประมูล {work}',
      body: 'ชำระส่วนที่เหลือ {amount} ภายใน 24 ชั่วโมง หลังจากนั้นเงินมัดจำจะถูกริบและผลงานจะเสนอให้ผู้เสนอราคาลำดับถัดไป',
    },
    de: {
      title: 'Sie haben {work} ersteigert',
      body: 'Zahlen Sie die restlichen {amount} innerhalb von 24 Stunden. Danach wird Ihre Kaution einbehalten und das Werk dem nächsten Bieter angeboten.',
    },
    alb: {
      title: 'E fituat {work}',
      body: 'Paguani shumën e mbetur {amount} brenda 24 orëve. Pas kësaj depozita juaj mbahet dhe vepra i ofrohet ofertuesit tjetër.',
    },
    jp: {
      title: '{work} を落札しました',
      body: '残額 {amount} を24時間以内にお支払いください。期限を過ぎると保証金は返還されず、次点の入札者に提示されます。',
    },
    kor: {
      title: '{work}을(를) 낙찰받았습니다',
      body: '잔금 {amount}을(를) 24시간 이내에 결제해 주세요. 기한이 지나면 보증금은 반환되지 않으며 차순위 입찰자에게 제안됩니다.',
    },
    fra: {
      title: 'Vous avez remporté {work}',
      body: 'Payez le solde de {amount} sous 24 heures. Passé ce délai, votre caution est conservée et l’œuvre est proposée à l’enchérisseur suivant.',
    },
    spa: {
      title: 'Has ganado {work}',
      body: 'Paga los {amount} restantes en 24 horas. Después se retiene tu depósito y la obra se ofrece al siguiente postor.',
    },
  },
  nft_offered: {
    en: {
      title: '{work} is offered to you',
      body: 'The winner did not pay. You can buy {work} at your bid of {amount} within 24 hours; you need not.',
    },
    zh: {
      title: '您可以购买 {work}',
      body: '中标者未付款。您可在 24 小时内按您的出价 {amount} 购买 {work}，也可以放弃。',
    },
    hk: {
      title: '您可以購買 {work}',
      body: '中標者未付款。您可在 24 小時內按您的出價 {amount} 購買 {work}，也可以放棄。',
    },
    th: {
      title: 'คุณได้รับข้อเสนอซื้อ {work}',
      body: 'ผู้ชนะไม่ได้ชำระเงิน คุณซื้อ {work} ตามราคาที่คุณเสนอ {amount} ได้ภายใน 24 ชั่วโมง โดยไม่บังคับ',
    },
    de: {
      title: '{work} wird Ihnen angeboten',
      body: 'Der Höchstbietende hat nicht gezahlt. Sie können {work} innerhalb von 24 Stunden zu Ihrem Gebot von {amount} kaufen, müssen es aber nicht.',
    },
    alb: {
      title: '{work} ju ofrohet juve',
      body: 'Fituesi nuk pagoi. Mund ta blini {work} me ofertën tuaj {amount} brenda 24 orëve; nuk jeni i detyruar.',
    },
    jp: {
      title: '{work} の購入権があります',
      body: '落札者が支払いませんでした。24時間以内であれば、あなたの入札額 {amount} で {work} を購入できます（任意）。',
    },
    kor: {
      title: '{work} 구매 제안',
      body: '낙찰자가 결제하지 않았습니다. 24시간 이내에 본인의 입찰가 {amount}(으)로 {work}을(를) 구매할 수 있으며, 의무는 아닙니다.',
    },
    fra: {
      title: '{work} vous est proposée',
      body: 'Le gagnant n’a pas payé. Vous pouvez acheter {work} au prix de votre enchère, {amount}, sous 24 heures, sans obligation.',
    },
    spa: {
      title: 'Se te ofrece {work}',
      body: 'El ganador no pagó. Puedes comprar {work} por tu puja de {amount} en 24 horas; no estás obligado.',
    },
  },
  nft_forfeited: {
    en: {
      title: 'Your deposit for {work} was kept',
      body: '{work} was not paid within 24 hours. Your deposit of {amount} was kept.',
    },
    zh: { title: '{work} 的保证金不予退还', body: '您未在 24 小时内支付 {work}，保证金 {amount} 不予退还。' },
    hk: { title: '{work} 的保證金不予退還', body: '您未在 24 小時內支付 {work}，保證金 {amount} 不予退還。' },
    th: { title: 'เงินมัดจำของ {work} ถูกริบ', body: 'ไม่มีการชำระเงินสำหรับ {work} ภายใน 24 ชั่วโมง เงินมัดจำ {amount} ถูกริบ' },
    de: {
      title: 'Ihre Kaution für {work} wurde einbehalten',
      body: '{work} wurde nicht innerhalb von 24 Stunden bezahlt. Ihre Kaution von {amount} wurde einbehalten.',
    },
    alb: {
      title: 'Depozita juaj për {work} u mbajt',
      body: '{work} nuk u pagua brenda 24 orëve. Depozita juaj prej {amount} u mbajt.',
    },
    jp: {
      title: '{work} の保証金は返還されません',
      body: '{work} の支払いが24時間以内に行われなかったため、保証金 {amount} は返還されません。',
    },
    kor: {
      title: '{work} 보증금이 몰수되었습니다',
      body: '24시간 이내에 {work} 대금이 결제되지 않아 보증금 {amount}이(가) 몰수되었습니다.',
    },
    fra: {
      title: 'Votre caution pour {work} a été conservée',
      body: '{work} n’a pas été payée sous 24 heures. Votre caution de {amount} a été conservée.',
    },
    spa: {
      title: 'Se retuvo tu depósito por {work}',
      body: '{work} no se pagó en 24 horas. Se retuvo tu depósito de {amount}.',
    },
  },
  nft_sold: {
    en: {
      title: '{work} was sold',
      body: 'You received {amount} for {work}, after fee and royalty. It is in your spot account.',
    },
    zh: { title: '{work} 已售出', body: '扣除手续费和版税后，您获得 {amount}，已存入您的币币账户。' },
    hk: { title: '{work} 已售出', body: '扣除手續費和版稅後，您獲得 {amount}，已存入您的幣幣帳戶。' },
    th: { title: 'ขาย {work} แล้ว', body: 'คุณได้รับ {amount} สำหรับ {work} หลังหักค่าธรรมเนียมและค่าลิขสิทธิ์ เงินอยู่ในบัญชีสปอตของคุณ' },
    de: {
      title: '{work} wurde verkauft',
      body: 'Nach Gebühr und Beteiligung des Künstlers erhalten Sie {amount} für {work}. Der Betrag ist auf Ihrem Spot-Konto.',
    },
    alb: {
      title: '{work} u shit',
      body: 'Morët {amount} për {work}, pas tarifës dhe honorarit. Shuma është në llogarinë tuaj spot.',
    },
    jp: {
      title: '{work} が売れました',
      body: '手数料とロイヤリティを差し引いた {amount} が現物口座に入金されました。',
    },
    kor: {
      title: '{work}이(가) 판매되었습니다',
      body: '수수료와 로열티를 제외한 {amount}이(가) 현물 계정에 입금되었습니다.',
    },
    fra: {
      title: '{work} a été vendue',
      body: 'Vous avez reçu {amount} pour {work}, après frais et redevance. Le montant est sur votre compte spot.',
    },
    spa: {
      title: 'Se vendió {work}',
      body: 'Has recibido {amount} por {work}, después de comisión y regalía. El importe está en tu cuenta spot.',
    },
  },
  nft_box_returned: {
    en: {
      title: 'Your box {work} was refunded',
      body: '{amount} is back in your spot account. The series was cancelled, or its public randomness did not arrive in time.',
    },
    zh: { title: '盲盒 {work} 已退款', body: '{amount} 已退回您的现货账户。该系列已取消，或公开随机数未按时公布。' },
    hk: { title: '盲盒 {work} 已退款', body: '{amount} 已退回您的現貨帳戶。該系列已取消，或公開隨機數未按時公布。' },
    th: { title: 'คืนเงินกล่อง {work} แล้ว', body: '{amount} กลับเข้าบัญชีสปอตของคุณแล้ว ซีรีส์นี้ถูกยกเลิก หรือค่าสุ่มสาธารณะไม่มาตามเวลา' },
    de: {
      title: 'Ihre Box {work} wurde erstattet',
      body: '{amount} sind wieder auf Ihrem Spot-Konto. Die Serie wurde abgesagt, oder der öffentliche Zufallswert kam nicht rechtzeitig.',
    },
    alb: {
      title: 'Kutia juaj {work} u rimbursua',
      body: '{amount} janë kthyer në llogarinë tuaj spot. Seria u anulua ose rastësia publike nuk erdhi në kohë.',
    },
    jp: {
      title: 'ボックス {work} を返金しました',
      body: '{amount} を現物口座に返金しました。シリーズが中止されたか、公開乱数が期限までに公開されませんでした。',
    },
    kor: {
      title: '{work} 박스가 환불되었습니다',
      body: '{amount}이(가) 현물 계정으로 반환되었습니다. 시리즈가 취소되었거나 공개 난수가 제때 공개되지 않았습니다.',
    },
    fra: {
      title: 'Votre boîte {work} a été remboursée',
      body: '{amount} sont de retour sur votre compte spot. La série a été annulée, ou l’aléa public n’est pas arrivé à temps.',
    },
    spa: {
      title: 'Se reembolsó tu caja {work}',
      body: '{amount} están de nuevo en tu cuenta spot. Se canceló la serie o la aleatoriedad pública no llegó a tiempo.',
    },
  },
};
