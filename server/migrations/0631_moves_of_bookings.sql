-- What a move of a booking changes besides, its command writes (`updateBooking`). Nobody cancels a visit that is
-- settled: then something would be due for it. rule: settle-hours, proposals, calendar-sequence, safety-timer
drop trigger bookings_raise_sequence on bookings;
drop function raise_booking_sequence;
drop trigger bookings_void_proposal on bookings;
drop function void_booking_proposal;
drop trigger bookings_moved_stages on bookings;
drop function forget_stages_of_old_time;
drop trigger bookings_safety_timer on bookings;
drop function end_safety_timer;
drop trigger bookings_cancelled_hours on bookings;
drop function forget_hours_of_cancelled;
alter table bookings add constraint bookings_cancelled_free check (status <> 'cancelled' or final_cents is null);
