-- The list of conversations reads the latest booking of each locked lead. Without this index each of them would read
-- all bookings of the professional.
create index bookings_of_pair on bookings (professional_id, client_id, created_at desc, id desc);
