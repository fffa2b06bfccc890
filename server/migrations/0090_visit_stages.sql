-- How far a visit is, as its professional says. No table holds a position of a person. rule: visit-stages
create table booking_stages (
  booking_id uuid not null references bookings on delete cascade,
  stage text not null check (stage in ('on_my_way', 'arrived', 'started', 'finished')),
  -- When the button was pressed.
  at timestamptz not null,
  received_at timestamptz not null,
  -- Of on_my_way.
  eta_minutes smallint check (eta_minutes between 1 and 180),
  note text not null default '',
  -- The event of this press; a notice of another press is no longer correct.
  event_id bigint not null,
  primary key (booking_id, stage),
  check (eta_minutes is null or stage = 'on_my_way')
);
create index booking_stages_at on booking_stages (at);

-- The latest of its stages.
alter table bookings add column stage text check (stage in ('on_my_way', 'arrived', 'started', 'finished'));
-- The visits that the clock completes soon.
create index bookings_finished on bookings (id) where stage = 'finished' and status = 'accepted';
