-- A settlement that was told but not read yet is not true any more once the visit is cancelled. rule: hours-notices
create or replace function forget_hours_of_cancelled() returns trigger language plpgsql as $$
begin
  delete from booking_hours where booking_id = new.id;
  update bookings set final_cents = null where id = new.id and final_cents is not null;
  delete from notices where booking_id = new.id and kind = 'visit.hours_settled' and read_at is null;
  return null;
end $$;

delete from notices using bookings
where bookings.id = booking_id and status = 'cancelled' and kind = 'visit.hours_settled' and read_at is null;
