-- Time in force, and why an order ended. Orders meet each other in the book from here on.

alter table spot_order
  add column time_in_force text not null default 'GTC' check (time_in_force in ('GTC', 'IOC', 'FOK')),
  add column post_only boolean not null default false,
  -- Why it ended before it was filled whole.
  add column ended text check (ended in ('user', 'market', 'immediate', 'all_or_nothing', 'post_only', 'own_order', 'reopened')),
  -- A market buy by total that bought nothing has none.
  alter column amount drop not null;

update spot_order set time_in_force = 'IOC' where kind = 'market';
-- Until now only their owners ended orders.
update spot_order set ended = 'user' where status = 'cancelled';

alter table spot_order
  add check ((status = 'cancelled') = (ended is not null)),
  add check (amount is not null or kind = 'market'),
  add check (status <> 'filled' or filled_amount = amount);
