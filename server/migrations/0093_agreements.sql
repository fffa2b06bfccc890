-- What both sides have agreed on, in words. A visit has its own; the visits of a series share one, and a visit that
-- then changes alone has further versions of its own. rule: work-agreement
create table agreements (
  id uuid primary key default uuid_v7(),
  -- Null: for all visits of the series.
  booking_id uuid references bookings on delete cascade,
  -- Of a series, or of a visit that began with the agreement of its series.
  series_id uuid references series on delete cascade,
  version smallint not null check (version > 0),
  because text not null check (because in ('accepted', 'moved', 'home', 'change', 'series')),
  made_at timestamptz not null,
  -- The tasks that the service includes. Later versions keep them.
  included text[] not null,
  -- The texts, a column for each language. Null: forgotten. rule: agreements-forgotten
  columns jsonb,
  -- SHA-256 of the texts.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- When names and street were taken out, or all texts: the hash is no longer provable.
  redacted_at timestamptz,
  check (num_nonnulls(booking_id, series_id) > 0),
  check (columns is not null or redacted_at is not null),
  unique (id, hash)
);
create unique index agreements_of_booking on agreements (booking_id, version) where booking_id is not null;
create unique index agreements_of_series on agreements (series_id, version) where booking_id is null;

-- A version never changes; its texts can only be taken out. rule: work-agreement
create function agreement_unchanged() returns trigger language plpgsql as $$
begin
  if new.redacted_at is null
    or (old.id, old.booking_id, old.series_id, old.version, old.because, old.made_at, old.included, old.hash)
      is distinct from (new.id, new.booking_id, new.series_id, new.version, new.because, new.made_at, new.included, new.hash)
  then
    raise exception 'Version % of agreement % cannot change', old.version, old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger agreements_unchanged before update on agreements for each row execute function agreement_unchanged();

-- Which side agreed to a version, by its hash. rule: agreement-confirm
create table agreement_confirmations (
  agreement_id uuid not null,
  side text not null check (side in ('client', 'professional')),
  hash text not null,
  at timestamptz not null,
  primary key (agreement_id, side),
  foreign key (agreement_id, hash) references agreements (id, hash) on delete cascade
);
