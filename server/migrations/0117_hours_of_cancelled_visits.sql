-- A visit that is cancelled after an early 'finished' costs nothing, and has no receipt. Several commands, an operator
-- and the deletion of an account cancel visits. rule: settle-hours
create function forget_hours_of_cancelled() returns trigger language plpgsql as $$
begin
  delete from booking_hours where booking_id = new.id;
  update bookings set final_cents = null where id = new.id and final_cents is not null;
  return null;
end $$;
create trigger bookings_cancelled_hours after update of status on bookings
  for each row when (old.status <> 'cancelled' and new.status = 'cancelled') execute function forget_hours_of_cancelled();

delete from booking_hours using bookings where bookings.id = booking_id and status = 'cancelled';
update bookings set final_cents = null where status = 'cancelled' and final_cents is not null;
