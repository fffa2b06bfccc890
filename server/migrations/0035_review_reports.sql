-- A report can be about a review, without a conversation; then it has the review and one of the reasons of a list.
-- One open report of a reviewer's pair, and one open report of a review by each reporter. rules: report, review-report
alter table reports
  add column review_id uuid references reviews on delete cascade,
  add column reason_code text,
  add check ((review_id is null) = (reason_code is null));
drop index reports_open;
create unique index reports_open on reports (reporter_id, reported_id) where closed_at is null and review_id is null;
create unique index reports_open_review on reports (reporter_id, review_id) where closed_at is null and review_id is not null;
