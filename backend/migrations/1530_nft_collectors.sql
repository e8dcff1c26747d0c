-- What each buyer has paid for works of an artist less what the buyer was paid for them, USDT. The volume by which artists
-- are ranked follows from it: sales between accounts that trade back and forth count for nothing.
create table nft_collector (
  artist_id integer not null references nft_artist,
  user_id bigint not null references user_account,
  net numeric not null,
  primary key (artist_id, user_id)
);
create index nft_collector_of_user on nft_collector (user_id);

insert into nft_collector (artist_id, user_id, net)
select w.artist_id, m.user_id, sum(m.amount)
  from nft_provenance p
  join nft_work w on w.id = p.work_id
  join nft_item i on i.id = p.item_id
  join nft_artist a on a.id = w.artist_id
  cross join lateral (values (p.to_id, p.worth), (p.from_id, -p.worth)) as m (user_id, amount)
 where p.worth is not null and (p.kind <> 'box' or i.opened_at is not null) and m.user_id is not null and m.user_id is distinct from a.user_id
 group by w.artist_id, m.user_id;

update nft_artist a
   set volume = coalesce((select sum(least(greatest(c.net, 0), 1000)) from nft_collector c where c.artist_id = a.id), 0);
