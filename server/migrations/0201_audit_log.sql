-- rule: audit-log. What operators did, one row an action, in a chain of hashes. Rows are only added. The constraints
-- refuse a gap, a wrong hash, and a row that does not follow the one before it.
create table audit_log (
  seq bigint primary key check (seq >= 1),
  at timestamptz not null,
  -- The hash of the row before.
  prev text not null,
  -- JSON text, with ids and states only.
  body text not null,
  hash text not null,
  seq_before bigint unique generated always as (nullif(seq - 1, 0)) stored,
  operator text not null generated always as (body::jsonb ->> 'operator') stored,
  action text not null generated always as (body::jsonb ->> 'action') stored,
  subject_kind text not null generated always as (body::jsonb -> 'subject' ->> 'kind') stored,
  subject_id text not null generated always as (body::jsonb -> 'subject' ->> 'id') stored,
  reason text not null generated always as (body::jsonb ->> 'reason') stored,
  unique (seq, hash),
  foreign key (seq_before, prev) references audit_log (seq, hash),
  constraint audit_log_first check (seq > 1 or prev = repeat('0', 64)),
  constraint audit_log_hash check (hash = encode(sha256(convert_to(prev || E'\n' || body, 'UTF8')), 'hex')),
  constraint audit_log_body check ((body::jsonb ->> 'seq')::bigint = seq and (body::jsonb ->> 'at')::timestamptz = at)
);
create index audit_log_subject on audit_log (subject_id, seq desc);

-- What the person reads, and what stays inside. The body has their hashes, so they can be erased and not changed.
create table audit_texts (
  seq bigint primary key references audit_log,
  text text,
  text_salt text,
  note text,
  note_salt text,
  check ((text is null) = (text_salt is null)),
  check ((note is null) = (note_salt is null)),
  check (num_nonnulls(text, note) > 0)
);

-- The actions from before become the first rows.
do $$
declare
  deed record;
  said text;
  is_read boolean;
  salt text;
  text_hash text;
  note_hash text;
  states jsonb;
  entry_body text;
  entry_hash text;
  entry_at timestamptz;
  before_hash text := repeat('0', 64);
  number bigint := 0;
begin
  for deed in select * from operator_actions order by id loop
    number := number + 1;
    entry_at := date_trunc('milliseconds', deed.at);
    said := case when deed.action = 'decide_problem' then null else nullif(deed.details ->> 'reason', '') end;
    is_read := deed.action in ('suspend', 'restore', 'verification.rejected');
    salt := replace(gen_random_uuid()::text, '-', '');
    text_hash := case when is_read then encode(sha256(convert_to(salt || E'\n' || said, 'UTF8')), 'hex') end;
    note_hash := case when not is_read then encode(sha256(convert_to(salt || E'\n' || said, 'UTF8')), 'hex') end;
    states := nullif(deed.details - array['reason', 'before', case when deed.action = 'retry_job' then 'id' else 'reason' end], '{}');
    entry_body := json_build_object(
      'seq', number,
      'at', to_char(entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'operator', case when deed.done_by like 'at %' then 'provider:' || substr(deed.done_by, 4) else 'cli:' || deed.done_by end,
      'action', case deed.action
        when 'end_sessions' then 'end-sessions'
        when 'grant' then 'credits'
        when 'partial refund' then 'partial_refund'
        when 'verification.approved' then 'approve'
        when 'verification.rejected' then 'reject'
        when 'verification.freed' then 'withdraw'
        when 'verification.number_read' then 'number_read'
        when 'verification.sealed_anew' then 'number_sealed_anew'
        when 'feed.sealed_anew' then 'feed_sealed_anew'
        when 'vault.sealed_anew' then 'access_sealed_anew'
        when 'decide_problem' then 'decide'
        when 'retry_job' then 'retry'
        else deed.action end,
      'subject', json_build_object(
        'kind', case
          when deed.action in ('refund', 'partial refund', 'chargeback') then 'payment'
          when deed.action like 'verification.%' then 'verification'
          when deed.action = 'vault.sealed_anew' then 'home'
          when deed.action = 'decide_problem' then 'problem'
          when deed.action = 'close_support' then 'support'
          when deed.action = 'retry_job' then 'job'
          when deed.action = 'adopt_pictures' then 'storage'
          else 'person' end,
        'id', case when deed.action = 'retry_job' then deed.details ->> 'id' else deed.subject_id::text end),
      'reason', case
        when deed.action = 'decide_problem' then deed.details ->> 'reason'
        when deed.done_by like 'at %' then 'provider'
        else 'stated' end,
      'text_hash', text_hash,
      'note_hash', note_hash,
      'case_id', null,
      'before', case when deed.details ? 'before' then json_build_object('status', deed.details ->> 'before') end,
      'after', states,
      'request_id', null)::text;
    entry_hash := encode(sha256(convert_to(before_hash || E'\n' || entry_body, 'UTF8')), 'hex');
    insert into audit_log (seq, at, prev, body, hash) values (number, entry_at, before_hash, entry_body, entry_hash);
    if said is not null then
      insert into audit_texts (seq, text, text_salt, note, note_salt) values (
        number,
        case when is_read then said end, case when is_read then salt end,
        case when not is_read then said end, case when not is_read then salt end);
    end if;
    before_hash := entry_hash;
  end loop;
end $$;
drop table operator_actions;

create function keep_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function keep_audit_log();
-- The job forget-old deletes texts.
create trigger audit_texts_unchanged before update on audit_texts
  for each row execute function keep_audit_log();
