-- What each account has spent on works of an artist, by account: who belongs together is looked up when it is counted. Until
-- now what linked accounts spent stood with the first of them. A job counts the volumes anew.
delete from nft_collector;
insert into nft_collector (artist_id, user_id, net)
select w.artist_id, m.user_id, sum(m.amount)
  from nft_provenance p
  join nft_work w on w.id = p.work_id
  join nft_item i on i.id = p.item_id
  cross join lateral (values (p.to_id, p.worth), (p.from_id, -p.worth)) as m (user_id, amount)
 where p.worth is not null and (p.kind <> 'box' or i.opened_at is not null) and m.user_id is not null
 group by w.artist_id, m.user_id;
