-- A link answers a proposal, or skips one visit of a series. rule: visit-link
alter table visit_links
  alter column proposal_id drop not null,
  add column booking_id uuid references bookings on delete cascade,
  add constraint visit_links_one_purpose check (num_nonnulls(proposal_id, booking_id) = 1);
create index visit_links_booking on visit_links (booking_id) where booking_id is not null;

-- The visits of series whose reminder is due, by the notice of their professional. rule: series-reminder
create index bookings_series_reminder on bookings (notice_hours, starts_at)
  where (status = 'accepted' and series_id is not null);

-- Whether both sides were told that no visits are made now: the professional is not reachable, or the pair cannot meet.
-- rule: series-notices
alter table series add column told_stopped boolean not null default false;
