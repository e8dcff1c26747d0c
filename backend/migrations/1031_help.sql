-- Full-text search of help articles and questions in ten languages, and whether readers found them helpful.

-- What a text is found by. Languages with words: the stems of PostgreSQL's own configuration, and of the text without
-- accents, as it is often typed; Albanian has no stemmer. Chinese, Japanese, Korean and Thai are written without blanks between
-- words, or inflect within them: every two letters that stand beside each other, and words in Latin letters.
create function search_terms(language text, body text) returns text[] language sql immutable parallel safe as $$
  select case
    when language in ('zh', 'hk', 'jp', 'kor', 'th') then array(
      select distinct case when run ~ '^[a-z0-9]' or length(run) = 1 then run else substr(run, i, 2) end
        from (select found[1] as run
                from regexp_matches(lower(normalize(body, NFKC)),
                       '[a-z0-9]+|[\u0e01-\u0e4e]+|[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+|[\uac00-\ud7a3]+', 'g') as found) runs
       cross join lateral generate_series(1, case when run ~ '^[a-z0-9]' then 1 else greatest(1, length(run) - 1) end) as i)
    else array(
      select distinct term
        from (select case language when 'de' then 'pg_catalog.german'::regconfig when 'fra' then 'pg_catalog.french'::regconfig
                                   when 'spa' then 'pg_catalog.spanish'::regconfig when 'en' then 'pg_catalog.english'::regconfig
                                   else 'pg_catalog.simple'::regconfig end as config) c
       cross join lateral (values (lower(body)),
                (translate(replace(lower(body), 'ß', 'ss'), 'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc'))) as spelled (text)
       cross join lateral unnest(tsvector_to_array(to_tsvector(c.config, spelled.text))) as term)
    end
$$;

alter table content_text
  add column title_terms text[] generated always as (search_terms(language, title)) stored,
  add column body_terms text[] generated always as (search_terms(language, lead || ' ' || body)) stored;
create index content_text_title_terms on content_text using gin (title_terms);
create index content_text_body_terms on content_text using gin (body_terms);

-- Once a user or, of guests, a device.
create table content_vote (
  item_id bigint not null references content_item on delete cascade,
  voter text not null,
  user_id bigint references user_account,
  helpful boolean not null,
  at timestamptz not null,
  primary key (item_id, voter)
);
create index content_vote_of_user on content_vote (user_id) where user_id is not null;
