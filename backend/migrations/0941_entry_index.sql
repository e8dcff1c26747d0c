-- One index for the entries of a journal and their identity in place of two: each entry is one index tuple less to write,
-- an eighth of the log of a posting. `id` stays unique: it is generated always.
alter table ledger_entry drop constraint ledger_entry_pkey;
drop index ledger_entry_of_journal;
alter table ledger_entry add primary key (journal_id, id);
