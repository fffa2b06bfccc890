-- A review belongs to the visit that it follows. After a later visit the client may write another one, and the newest
-- of the pair counts. Within 7 days after the end of its visit it is sealed. rule: review-once, review-states
alter table reviews
  add column booking_id uuid references bookings on delete set null,
  add column visit text not null default 'none' check (visit in ('took_place', 'to_come', 'none')),
  add column state text not null default 'public' check (state in ('sealed', 'public', 'hidden')),
  add column public_at timestamptz,
  drop constraint reviews_professional_id_client_id_key;

update reviews set
  public_at = created_at,
  visit = case when verified_hire then 'took_place' else 'none' end,
  booking_id = case when verified_hire then (
    select bookings.id from bookings
    where bookings.professional_id = reviews.professional_id and bookings.client_id = reviews.client_id
      and bookings.no_show is null and bookings.status in ('accepted', 'completed') and bookings.ends_at <= reviews.created_at
    order by bookings.ends_at desc, bookings.id limit 1) end;

alter table reviews
  add constraint reviews_public_at check (public_at is not null),
  add constraint reviews_visit check (verified_hire = (visit = 'took_place')),
  add constraint reviews_booking check (booking_id is null or verified_hire),
  add constraint reviews_sealed check (state <> 'sealed' or verified_hire);
-- One review of a visit, and one of a pair without a visit.
create unique index reviews_one_per_visit on reviews (booking_id);
create unique index reviews_one_without_visit on reviews (professional_id, client_id) where not verified_hire;
create index reviews_of_pair on reviews (professional_id, client_id, created_at desc);
create index reviews_sealed_until on reviews (public_at) where state = 'sealed';

-- The review follows the visit that it names, else the last one of the pair that took place.
create or replace function verify_hire() returns trigger language plpgsql as $$
begin
  select bookings.id into new.booking_id from bookings
  where bookings.professional_id = new.professional_id and bookings.client_id = new.client_id
    and bookings.id = coalesce(new.booking_id, bookings.id) and bookings.no_show is null
    and (bookings.status = 'completed' or bookings.status = 'accepted' and bookings.ends_at <= new.created_at)
  order by bookings.ends_at <= new.created_at desc, bookings.ends_at desc, bookings.id limit 1;
  new.verified_hire := new.booking_id is not null;
  new.visit := case
    when new.verified_hire then 'took_place'
    when exists (
      select from bookings
      where bookings.professional_id = new.professional_id and bookings.client_id = new.client_id
        and bookings.status = 'accepted' and bookings.ends_at > new.created_at
    ) then 'to_come'
    else 'none'
  end;
  new.public_at := coalesce(new.public_at, new.created_at);
  return new;
end $$;
