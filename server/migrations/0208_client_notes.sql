-- What a professional notes about the client after a visit. The text stays private; with it the client's sealed review
-- becomes public. `revealed_at`: when it could no longer be changed, because both have written or 7 days have passed.
-- rule: client-notes
create table client_notes (
  booking_id uuid primary key references bookings on delete cascade,
  as_described boolean,
  paid_as_agreed boolean,
  kind boolean,
  come_again boolean,
  text text not null default '' check (length(text) <= 1000),
  written_at timestamptz not null,
  revealed_at timestamptz,
  check (num_nonnulls(as_described, paid_as_agreed, kind, come_again) > 0 or text <> '')
);
create index client_notes_unrevealed on client_notes (booking_id) where revealed_at is null;
