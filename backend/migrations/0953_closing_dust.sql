-- The user agreed that what is left, where it is worth less than the limit, goes to the house.
alter table account_request add column gives_up_dust boolean not null default false;
