-- One function refuses every change of what is only added to. rule: credit-ledger, audit-log, security-events
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  -- The two functions that forget security events set this, for as long as they run.
  if tg_table_name = 'security_events' and tg_op <> 'TRUNCATE'
    and current_setting('lustra.forget_security_events', true) = 'on' then
    return null;
  end if;
  raise exception 'Nothing is changed in or taken out of %.', tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger audit_log_not_truncated on audit_log;
create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create or replace trigger audit_texts_unchanged before update on audit_texts
  for each statement execute function refuse_change();
drop function keep_audit_log;

drop trigger security_events_not_truncated on security_events;
create or replace trigger security_events_append_only before update or delete or truncate on security_events
  for each statement execute function refuse_change();
drop function keep_security_events;
