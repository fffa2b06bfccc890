-- A report names its subject: a person, a review, a message, a photo or a booking. One reporter has one open report of
-- a subject. It stays without its reporter when they delete the account, and its text goes 90 days later.
-- rule: reports, reports-forgotten
alter table reports add column subject_kind text, add column subject_id text, add column reporter_left_at timestamptz;
update reports set
  subject_kind = case when review_id is null then 'person' else 'review' end,
  subject_id = coalesce(review_id, reported_id)::text;
alter table reports
  alter column subject_kind set not null,
  alter column subject_id set not null,
  alter column reporter_id drop not null,
  drop constraint reports_reporter_id_fkey,
  add constraint reports_reporter_id_fkey foreign key (reporter_id) references users on delete set null,
  drop constraint reports_check,
  add constraint reports_subject_kind check (subject_kind in ('person', 'review', 'message', 'photo', 'booking')),
  -- Of a person in a conversation the reason can be the words alone.
  add constraint reports_reason_code check (reason_code is not null or subject_kind = 'person'),
  add constraint reports_reporter_left check (reporter_left_at is null or reporter_id is null);
drop index reports_open;
drop index reports_open_review;
create unique index reports_open on reports (reporter_id, subject_kind, subject_id) where closed_at is null;
drop index if exists reports_of_reporter;
create index reports_of_reporter on reports (reporter_id, id desc) where reporter_id is not null;
create index reports_left on reports (reporter_left_at) where reporter_left_at is not null and reason <> '';
create index reports_closed on reports (closed_at) where closed_at is not null;
