-- The session that made a calendar address or named a safety contact: what it left goes when it is ended. Null: a
-- version before made it. rule: ended-access
alter table calendar_feeds add column made_in uuid;
alter table safety_contacts
  add column named_in uuid,
  -- Since when this address is the contact.
  add column named_at timestamptz;
