-- What of a payment went back: refunds, which the provider counts up for a payment, and disputes of the card's holder, each
-- by its own id. Both add up; a dispute is kept also before it is known which order its payment was for.
alter table quick_buy_order
  -- By refunds alone, in fiat; what went back before this version is taken for refunds.
  add column refunded amount not null default 0 check (refunded >= 0),
  -- What had gone back when the order was credited: of the rest the credit is made.
  add column returned_before amount not null default 0 check (returned_before >= 0);
update quick_buy_order set refunded = returned where returned > 0;

create table quick_buy_dispute (
  id text primary key,
  payment text not null,
  -- In the fiat of the payment.
  amount amount not null check (amount >= 0),
  at timestamptz not null
);
create index quick_buy_dispute_payment on quick_buy_dispute (payment);
