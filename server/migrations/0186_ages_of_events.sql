-- The job forget-old finds events by these: those of bookings are kept longer than others. rule: expired-data
drop index events_age;
create index events_age on events (at) where kind not like 'booking.%' and kind not like 'proposal.%';
create index events_of_bookings_age on events (at) where kind like 'booking.%' or kind like 'proposal.%';
