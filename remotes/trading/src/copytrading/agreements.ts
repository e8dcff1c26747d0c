export type Section = { readonly title: string; readonly paragraphs: readonly string[] };

/** The copy trading agreement, version 2, in its two languages. */
export const english: readonly Section[] = [
  {
    title: '1. What copying is',
    paragraphs: [
      'You instruct Tessera to open and close positions in your leverage account when a trader of your choice does, in the size, up to the amount and within the slippage that you set. The trader does not know you and gives you no advice. Every copy is your own order at your own risk.',
      'Tessera is the counterparty of your copies. It fills them after the trader’s order, at the index of that moment plus or minus its spread and a surcharge that grows with the size, at one price for all followers whose copies are filled together, and no further from the index than your slippage limit or its own best price. Their closing is filled in the same way. The result of a copy differs from the trader’s.',
    ],
  },
  {
    title: '2. What is copied',
    paragraphs: [
      'Positions that the trader opens after you began to follow, settled in USDT. Copies are isolated: a copy loses no more than its margin.',
      'A copy is closed in the same share as its source, and ends with it. Market closures, halts, and the limit on what Tessera takes on can delay this; you can close a copy in the market yourself at any time.',
      'A position is not copied, and is listed as skipped with the reason, when your funds or your amount are used up, the price is beyond your slippage limit, the size is below one lot, or your country, your identity level or your own limits do not allow it. What Tessera cannot fill within 30 seconds is not opened.',
    ],
  },
  {
    title: '3. Stopping',
    paragraphs: [
      'You can change the terms or stop at any time. Open copies then follow the trader to their end, unless you close them or take them over. At the stop-loss that you set, copying ends and all copies are closed; the loss can exceed that amount when prices jump. When the slippage and fees of a day exceed your daily cost limit, copying ends in the same way.',
    ],
  },
  {
    title: '4. Profit share',
    paragraphs: [
      'You pay the trader the share that is shown on the trader’s page, 10 % by default, of what your realised results with this trader exceed their former high by. After losses nothing is due until they are made up for. The high is kept when you stop and follow again.',
      'It is settled on Mondays at 00:00 UTC, with a statement. What is due is set aside in your leverage account. The result of a copy that you take over counts up to that moment.',
    ],
  },
  {
    title: '5. Figures',
    paragraphs: [
      'Figures of traders come from positions that were closed since the account became a trader, after all fees, and are refreshed hourly. Open losses are not among them; open positions are shown on the trader’s page. Past results say nothing certain about future ones.',
      'Beside them stands what copies of the trader have cost beyond the index, before fees.',
      'Accounts that are marked as demonstration belong to the exchange and trade by the rule stated on their page. They take no profit share.',
    ],
  },
  {
    title: '6. Fair conduct',
    paragraphs: [
      'Traders must not trade against their followers, copy themselves through other accounts, or follow others. Tessera may suspend traders who do, suspends traders whose copies cost followers too much beyond the index, and passes on suspicions to its market surveillance.',
    ],
  },
];

export const chinese: readonly Section[] = [
  {
    title: '一、什么是跟单',
    paragraphs: [
      '您委托 Tessera 在您所选的交易员开仓、平仓时，按您设定的手数、金额上限与滑点上限，在您的杠杆账户中同步开仓、平仓。交易员并不认识您，也不向您提供投资建议。每一笔跟单都是您自己的委托，风险由您自行承担。',
      'Tessera 是您跟单的交易对手方：在交易员的委托之后，按当时的指数价加减点差以及随数量递增的加价成交，同批成交的所有跟单者价格相同，且偏离指数价不超过您的滑点上限或 Tessera 自身的最优报价。平仓亦按同样方式成交。跟单的结果与交易员的结果会有差异。',
    ],
  },
  {
    title: '二、跟单范围',
    paragraphs: [
      '您开始跟单之后交易员新开的、以 USDT 结算的仓位。跟单仓位均为逐仓：单笔跟单的亏损不超过其保证金。',
      '交易员减仓时，跟单按相同比例减仓；交易员平仓时，跟单随之结束。休市、熔断或 Tessera 的持仓上限可能造成延迟；您可随时在市场上自行平仓。',
      '当您的可用资金或跟单金额已用完、价格超出滑点上限、数量不足一手，或您的国家/地区、认证等级、自设限制不允许时，该仓位不会跟单，并会连同原因列为“已跳过”。30 秒内未能成交的部分不再开仓。',
    ],
  },
  {
    title: '三、停止跟单',
    paragraphs: [
      '您可随时修改跟单设置或停止跟单。未平的跟单仍随交易员直至结束，除非您自行平仓或转为自持。达到您设定的总止损时，跟单结束并全部平仓；行情跳空时实际亏损可能超过该金额。单日滑点与手续费超过您设定的每日成本上限时，跟单以同样方式结束。',
    ],
  },
  {
    title: '四、利润分成',
    paragraphs: [
      '当您跟随该交易员的已实现收益超过历史最高值时，您就超出部分按交易员页面所示比例（默认 10%）向其支付分成。亏损之后，弥补亏损之前不再产生分成。停止后重新跟单，历史最高值继续有效。',
      '分成于每周一 00:00（UTC）结算并出具结算单。应付分成会在您的杠杆账户中预留。转为自持的跟单，其收益计至转换之时。',
    ],
  },
  {
    title: '五、交易员数据',
    paragraphs: [
      '交易员数据取自其成为交易员之后已平仓的仓位，扣除全部费用，每小时更新。数据不含未平仓亏损；未平仓位在交易员页面展示。过往业绩不代表未来表现。',
      '数据旁列示跟单该交易员相对指数价的成本（不含手续费）。',
      '标注“演示”的账户属于本交易所，按其页面公布的规则交易，不收取利润分成。',
    ],
  },
  {
    title: '六、公平交易',
    paragraphs: [
      '交易员不得与跟单者对做、不得通过其他账户跟单自己、也不得跟单他人。对违反者，Tessera 可暂停其交易员资格；跟单成本相对指数价过高的交易员将被暂停，并移交市场监察。',
    ],
  },
];
