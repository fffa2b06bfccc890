-- A visit to which one side did not come, or of which nobody has decided that yet, did not take place. Stored reviews
-- keep what was decided when they were written. rule: review-counts
create or replace function verify_hire() returns trigger language plpgsql as $$
begin
  new.verified_hire := exists (
    select from bookings
    where bookings.professional_id = new.professional_id and bookings.client_id = new.client_id
      and bookings.no_show is null
      and (bookings.status = 'completed' or bookings.status = 'accepted' and bookings.ends_at <= new.created_at)
  );
  return new;
end $$;
