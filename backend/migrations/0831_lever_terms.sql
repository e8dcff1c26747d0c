-- What a position was ordered with, and the margin that its open part needs by its multiple: of which the threshold is a
-- share. `margin` differs from it where margin was added, taken out, or used for a charge.
alter table lever_position
  add column kind text not null check (kind in ('market', 'limit', 'stop')),
  -- Limit or stop price.
  add column price amount check (price > 0),
  add column ordered_quantity amount not null check (ordered_quantity > 0),
  add column required amount not null default 0 check (required >= 0),
  add check ((kind = 'market') = (price is null)),
  add check (quantity > 0 or required = 0);
