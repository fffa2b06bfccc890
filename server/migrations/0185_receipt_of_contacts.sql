-- When the server heard of the press: one without a connection comes later than its time. Null: recorded before this
-- column. rule: no-show-contact, press-time
alter table booking_contacts
  add column received_at timestamptz check (received_at >= at);
