-- What became of a visit is written by the commands that change its problems and stages (`writeOutcome`).
-- rule: visit-outcome, reliability
drop trigger problems_no_show on problems;
drop function no_show_of_booking;
drop trigger booking_stages_on_time on booking_stages;
drop trigger booking_stages_undone_on_time on booking_stages;
drop trigger problems_on_time on problems;
drop function on_time_of_booking;
