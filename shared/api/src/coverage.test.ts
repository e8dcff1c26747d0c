import { expect, test } from 'vitest';
import { contract } from './contract.ts';

/** The endpoints of the product specification, section 7. */
const specified = `
GET /getSetting /getSiteConfig /user/logout /user/levellist /user/info /real/state /user/wallet/list
GET /currency/lists_deposit /currency/lists_deposit_detail /currency/list /currency/user_currency_list
GET /currency/quotation_new /currency/new_timeshar /news/index_pop /menu /faq /contactus /aboutus
GET /operational_compliance /mailMessage/getList /wallet/getRateCurrency /recharge/log /wallet/hzhistory
GET /user/withdraw/list /optional/list /microtrade/payable_currencies /microtrade/lists /microtrade/seconds
GET /microtrade/get_result /coin/list /project /project/detail /user/project/order /lh/deposit/config /lh/deposit/order
GET /follow/index /follow/traderDetail /follow/historyTrade /dual/index /dual/detail /bind_box/getBoxList
GET /bind_box/getBoxDetail /bind_box/getArtist /bind_box/getArtistDetail /bind_box/getNftCurrency /bind_box/getCollection
POST /upload /sms_mail /user/check_email /user/register /user/forget /user/login /sms_mail_kf /user/jiedaisave
POST /user/jiedaiusernewone /user/visasave /user/visausernewone /user/real /user/uploadHeadPortrait /user/editNickname
POST /safe/update_password /safe/mobile /sms_send /user/wallet/save /user/cash_save /user/cash_save_international
POST /user/cash_info /user/cash_info_international /news/list /news/detail /wallet/zhuanzhan /wallet/get_info
POST /wallet/get_in_address /wallet/charge_req /wallet/list /wallet/detail /wallet/legal_log /wallet/change /wallet/out
POST /user/getTransferList /user/getTransferFee /user/Transfer /optional/add /optional/del /lever/deal /lever/submit
POST /lever/dealall /lever/close /lever/setstop /lever/batch_close /lever/my_trade /microtrade/submit /coin/trade
POST /project/order /lh/deposit /lh/deposit/order/cancel /follow/follow /follow/cancel /follow/selfHolding
POST /dual/buyDual /dual/dual_list /dual/buyDemand /dual/order_sh /bind_box/collect /bind_box/buyNFT
POST /bind_box/marginNFT /bind_box/auctionNFT /bind_box/getBindBoxQuotationLog /bind_box/getMyNFTs
POST /bind_box/getMyBindBoxQuotationLog /bind_box/openBlindBox /bind_box/resellNFT /bind_box/getNeedPayNFTOrder
POST /bind_box/readNFTOrderMessage /bind_box/payNFTOrder
PUT /coin/trade
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [method, ...paths] = line.split(' ');
    return paths.map((path) => `${method} ${path}`);
  });

test.each(specified)('%s is in the contract', (key) => {
  expect(contract).toHaveProperty([key]);
});

/** Calls that leave the user's money or claims to it as they are, though they write. */
const moneyless =
  /^(POST|PUT) \/(sms|user\/(check|passkey|reg|forget|login|logout|jiedaiuser|visauser|real|upload|edit|pref|cash|wallet|getT)|quickbuy\/quote$|safe|news|contactus|wallet\/(list|detail|legal_log|statement$|out\/begin$|get_|zhuanzhan\/begin$|way\/begin$)|optional|menu\/|coin\/trades\/export$|alerts\/|plans\/stop$|charts|brakes$|staff\/(log(in|out)|password|recovery_codes|passkey\/(begin|new(\/begin)?)|factor\/(begin|confirm)|confirm(\/begin)?|members\/(reset_factor|remove_passkey)|machines\/(create|revoke|check|exchange|end|login\/(begin|approve|reject|take)|bindings\/(create|revoke))|queue\/(claim|release)|changes\/(approve|end))$|upload|lever\/(deal|dealall|my_trade|setstop)$|dual\/dual_list|bind_box\/(get|collect|follow|read|round$|withdrawNFT\/begin$|artist\/profile|media|submissions\/withdraw))/;

/** A chat message has an id of its sender's page and is taken once; the other calls of the rooms set a state. */
const ofRooms = /^POST \/(staff\/)?chat\//;

/** An item of a staff queue is decided once: every repetition, by any member, is `already_reviewed`. */
const decidesOnce = /^POST \/staff\/queue\/(approve|reject)$/;

/** They set a state, or name what they book: a repetition finds it, and nothing is booked twice. A new announcement is a draft. */
const setsState =
  /^POST \/(quiz\/dispute|user\/(factors\/keep|freeze|unfreeze|close|export(\/link)?)|staff\/(users\/remove_factors|traders\/(suspend|restore)|options\/(term|limits|resume)|house\/fund|chains\/(change|token|network|rescan)|treasury\/(limit|cold|sweep|elsewhere|movement)|payout\/(approve(\/begin)?|release)|announcements\/(save|show|pop)|services\/(pause|resume)|invest\/product|mining\/product|loans\/(terms|maker)|launchpad\/(create|change|cancel)|quickbuy\/(method|account|late)|nft\/(work|artist|release|series\/(create|cancel)|withdrawal\/release)|referral\/terms|coupons\/(campaign|issue)|quiz\/(series|limits|ask|approve|propose|confirm|reject))|quickbuy\/order\/checkout|(lh\/deposit\/order|dual)\/renew)$/;

/** Messages and tickets are taken once by their `client_id`; what else customer service does, and a vote, sets a state. */
const ofSupport = /^POST \/((staff\/)?support\/|help\/helpful$)/;

/** Marks, preferences and devices that take notifications: a repetition sets the same. */
const ofMessages = /^POST \/mailMessage\//;

/** A change of the catalogue names the version it is made on, and one that is there already changes nothing. */
const versioned = /^POST \/staff\/(instruments|calendars|currencies|vip)\//;

test('every other call that writes takes an idempotency key', () => {
  const without = Object.entries(contract).filter(
    ([key, call]) =>
      call.method !== 'GET' &&
      !call.idempotent &&
      !moneyless.test(key) &&
      !ofRooms.test(key) &&
      !decidesOnce.test(key) &&
      !setsState.test(key) &&
      !ofSupport.test(key) &&
      !ofMessages.test(key) &&
      !versioned.test(key),
  );
  expect(without.map(([key]) => key)).toEqual([]);
});

test('no call that only reads takes one', () => {
  const odd = Object.values(contract).filter((call) => call.method === 'GET' && call.idempotent);
  expect(odd).toEqual([]);
});
