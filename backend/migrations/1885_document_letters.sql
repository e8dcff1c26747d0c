-- A document by what a reader of its picture can tell apart: letters of Cyrillic and Greek that look like Latin ones or digits
-- are those, O and 0 are one, and so are I and 1; accents and signs count for nothing. Letters of other scripts count, whatever
-- the locale of the database is.
drop index verification_request_document;
drop index verification_request_card;
create or replace function document_number(card_id text) returns text language sql immutable strict parallel safe
  as $$ select translate(
    upper(regexp_replace(normalize(card_id, NFKD),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u036f\u0483-\u0489\u0591-\u05cf\u05f3\u05f4\u064b-\u065f\u2000-\u206f\u2100-\u214f\u3000-\u303f\u30fb\ufe00-\ufe0f]',
      '', 'g')),
    'АВЕЅІЈКМНОРСТУХЗБЧΑΒΕΖΗΙΚΜΝΟΡΤΥΧΓΠΦабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρστυφχψωςOI',
    'ABES1JKMH0PCTYX364ABEZH1KMN0PTYXГПФA6BГДEЖ3ИKЛMH0ПPCTYФXЦ4ШЩЪЫЬЭЮЯЂЄS1JЉЊЋЏҐABГΔEZHΘ1KΛMNΞ0ПPΣTYФXΨΩΣ01') $$;
create index verification_request_document on verification_request (document_number(card_id));
