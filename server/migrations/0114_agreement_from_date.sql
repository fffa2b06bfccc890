-- From which date of its series a version holds; null: from the first one on. rule: work-agreement
alter table agreements add column from_date date check (from_date is null or booking_id is null);

create or replace function agreement_unchanged() returns trigger language plpgsql as $$
begin
  if new.redacted_at is null
    or (old.id, old.booking_id, old.series_id, old.version, old.because, old.made_at, old.included, old.hash, old.from_date)
      is distinct from
      (new.id, new.booking_id, new.series_id, new.version, new.because, new.made_at, new.included, new.hash, new.from_date)
  then
    raise exception 'Version % of agreement % cannot change', old.version, old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
