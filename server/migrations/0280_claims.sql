-- The sentences that advertise the product. One that is off is shown nowhere. rule: claims
create table claims (
  id text primary key,
  enabled boolean not null default true,
  changed_at timestamptz
);
insert into claims (id) values
  ('more_bookings'), ('saving_75'), ('responds_2h'), ('free_leads_5'), ('monthly_leads_2'),
  ('estimated_earnings'), ('instant_booking'), ('background_checked'), ('secure_payments');
