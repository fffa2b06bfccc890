-- The job forget-old finds by these what is old enough to be deleted (docs/rules/operations.md, expired-data).
create index events_age on events (at) where kind not like 'booking.%';
create index notices_age on notices (at);
create index checkouts_age on checkouts (created_at);
