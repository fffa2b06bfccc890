-- A client's saved homes. A booking copies what it needs, so later edits do not reach it. rule: homes
create table homes (
  id uuid primary key default uuid_v7(),
  client_id uuid not null references users,
  version integer not null default 1,
  label text not null default '',
  address text not null,
  city text not null,
  state text not null,
  zip_code char(5) not null,
  kind text not null check (kind in ('house', 'apartment', 'office')),
  bedrooms smallint not null check (bedrooms between 0 and 10),
  bathrooms numeric(3, 1) not null check (bathrooms between 0 and 10 and bathrooms * 2 = floor(bathrooms * 2)),
  square_feet integer check (square_feet between 100 and 20000),
  floors smallint not null check (floors between 1 and 5),
  pets text[] not null default '{}' check (pets <@ array['cat', 'dog', 'other']),
  parking text not null default '',
  supplies_at_home boolean not null default false,
  created_at timestamptz not null,
  unique (id, client_id)
);
create index homes_of_client on homes (client_id, created_at, id);

create table home_rooms (
  id uuid primary key default uuid_v7(),
  home_id uuid not null references homes on delete cascade,
  position smallint not null,
  kind text not null check (
    kind in (
      'bedroom', 'bathroom', 'kitchen', 'living_room', 'dining_room', 'office', 'hallway', 'stairs', 'laundry_room',
      'garage', 'balcony', 'other'
    )
  ),
  name text not null default '',
  important boolean not null default false,
  do_not_enter boolean not null default false,
  note text not null default '',
  check (not (important and do_not_enter)),
  unique (home_id, position) deferrable initially deferred
);

-- What a professional offers beside the rate of the profile. Without a row the defaults of the columns hold.
-- rule: offer
create table offers (
  professional_id uuid primary key references professionals,
  version integer not null default 1,
  brings text not null default 'no' check (brings in ('no', 'included', 'priced')),
  supplies_price_cents integer check (supplies_price_cents between 100 and 10000),
  eco_products boolean not null default false,
  pets_ok boolean not null default false,
  languages text[] not null check (
    cardinality(languages) between 1 and 8
    and languages <@ array['en', 'es', 'pt', 'fr', 'ht', 'zh', 'vi', 'ko', 'tl', 'ru', 'uk', 'pl', 'ar', 'hi']
  ),
  weekly_percent smallint not null default 0 check (weekly_percent between 0 and 50),
  biweekly_percent smallint not null default 0 check (biweekly_percent between 0 and 50),
  monthly_percent smallint not null default 0 check (monthly_percent between 0 and 50),
  cost_per_mile_cents smallint not null default 70 check (cost_per_mile_cents between 0 and 500),
  supplies_per_visit_cents integer not null default 0 check (supplies_per_visit_cents between 0 and 10000),
  check ((brings = 'priced') = (supplies_price_cents is not null))
);

-- Services with a rate, a shortest visit or tasks of their own. A service without a row has those of the profile.
create table offer_services (
  professional_id uuid not null references offers on delete cascade,
  service_type text not null check (
    service_type in ('standard', 'deep', 'move_in_out', 'post_construction', 'office')
  ),
  -- A rate below that of the profile counts as that one.
  hourly_rate_cents integer check (hourly_rate_cents between 0 and 20000),
  minimum_hours smallint not null default 1 check (minimum_hours in (1, 2, 3, 4, 6, 8)),
  -- Null: all tasks of the service.
  included text[],
  primary key (professional_id, service_type)
);

create table offer_extras (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references offers on delete cascade,
  position smallint not null,
  -- Either an extra that every language names, or one of the professional's own.
  code text check (
    code in ('oven', 'fridge', 'inside_windows', 'laundry', 'dishes', 'balcony', 'ironing', 'inside_cabinets')
  ),
  name text,
  minutes smallint not null check (minutes between 5 and 240 and minutes % 5 = 0),
  price_cents integer not null check (price_cents between 0 and 50000),
  check (num_nonnulls(code, name) = 1),
  unique (professional_id, code),
  unique (professional_id, position) deferrable initially deferred
);

alter table bookings
  -- Of the booking's client. Null: none was chosen, or it was deleted.
  add column home_id uuid,
  -- The facts of the home, its rooms and parking, as they were when the visit was booked or last refreshed.
  add column home_facts jsonb,
  add column home_rooms jsonb,
  add column home_parking text,
  add column supplies text not null default 'client' check (supplies in ('client', 'professional')),
  -- The professional's shortest visit of this service when it was booked.
  add column minimum_hours smallint not null default 1 check (minimum_hours in (1, 2, 3, 4, 6, 8)),
  -- The earlier visit that this one repairs for nothing.
  add column reclean_of uuid references bookings,
  add constraint bookings_home foreign key (home_id, client_id)
    references homes (id, client_id) on delete set null (home_id),
  drop constraint bookings_total_cents_check,
  add constraint bookings_total_cents_check check (
    case when reclean_of is null then total_cents > 0 else total_cents = 0 end
  );
create index bookings_of_home on bookings (home_id) where home_id is not null;
create index bookings_recleans on bookings (reclean_of) where reclean_of is not null;

-- The price of a booking, line by line; the sum is its total. rule: price-lines
create table booking_lines (
  booking_id uuid not null references bookings on delete cascade deferrable initially deferred,
  position smallint not null,
  kind text not null check (kind in ('labour', 'extra', 'supplies', 'discount', 'reclean')),
  -- Of labour.
  rate_cents integer,
  -- Of an extra: its code, or the id of one of the professional's own, which alone has a name.
  extra text,
  name text,
  -- Of labour and of an extra.
  minutes smallint,
  -- Of a discount.
  percent smallint,
  amount_cents integer not null,
  primary key (booking_id, position),
  check ((kind in ('labour', 'extra')) = (minutes is not null)),
  check ((kind = 'labour') = (rate_cents is not null)),
  check ((kind = 'extra') = (extra is not null)),
  check ((kind = 'discount') = (percent is not null))
);

insert into booking_lines (booking_id, position, kind, rate_cents, minutes, amount_cents)
select id, 0, 'labour', hourly_rate_cents, estimated_hours * 60, total_cents from bookings;

-- A booking that is written without lines has one of labour.
create function booking_lines_missing() returns trigger language plpgsql as $$
begin
  insert into booking_lines (booking_id, position, kind, rate_cents, minutes, amount_cents)
  select id, 0, 'labour', hourly_rate_cents, estimated_hours * 60, total_cents from written
  where not exists (select from booking_lines where booking_id = written.id);
  return null;
end $$;
create trigger bookings_lines_inserted after insert on bookings
  referencing new table as written for each statement execute function booking_lines_missing();

-- At the end of the transaction the lines and the total agree, whoever wrote them.
create function booking_lines_agree() returns trigger language plpgsql as $$
declare
  of_booking uuid;
begin
  if tg_table_name = 'bookings' then
    of_booking := new.id;
  elsif tg_op = 'DELETE' then
    of_booking := old.booking_id;
  else
    of_booking := new.booking_id;
  end if;
  if exists (
    select from bookings where id = of_booking
      and total_cents <> (select coalesce(sum(amount_cents), 0) from booking_lines where booking_id = of_booking)
  ) then
    raise exception 'The lines of booking % do not sum to its total', of_booking using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger booking_lines_agree after insert or update or delete on booking_lines
  deferrable initially deferred for each row execute function booking_lines_agree();
create constraint trigger bookings_lines_agree after update of total_cents on bookings
  deferrable initially deferred for each row when (new.total_cents <> old.total_cents)
  execute function booking_lines_agree();
