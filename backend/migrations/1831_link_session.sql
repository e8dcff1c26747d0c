-- A link to a file ends with the session that asked for it. Links of former versions end with the upgrade: they last minutes.
alter table data_export add column link_session_id bigint references session on delete set null;
create index data_export_link_session on data_export (link_session_id) where link_session_id is not null;
alter table statement_link add column session_id bigint references session on delete cascade;
create index statement_link_session on statement_link (session_id);
