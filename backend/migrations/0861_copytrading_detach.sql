-- A copy that its owner took over is no longer a copy for the market either; this has been told.

alter table copy_trade add column detached boolean not null default false;
create index copy_trade_to_detach on copy_trade (id) where status = 'self_held' and not detached;
