-- The rows that every installation begins with.

-- The sentences that advertise the product. rule: claims
insert into claims (id) values ('background_checked'), ('estimated_earnings'), ('free_leads_5'), ('instant_booking'), ('monthly_leads_2'),
  ('more_bookings'), ('responds_2h'), ('saving_75'), ('secure_payments')
on conflict do nothing;
