-- Verification, documents, reports and the audit log.

-- The number of a background check. It is stored encrypted until at most one day after the decision. Its keyed hash
-- finds the same number again.
create table verifications (
  professional_id uuid primary key references professionals on delete cascade,
  ssn_hash bytea not null check (octet_length(ssn_hash) = 32),
  ssn_last4 text not null check (ssn_last4 ~ '^\d{4}$'),
  -- Nonce, tag and nine digits, and the name of the key. Both are set to null when the number is erased.
  ssn_sealed bytea check (octet_length(ssn_sealed) = 37),
  key_id text, consent_version text not null, consented_at timestamptz not null,
  submitted_at timestamptz not null, decided_at timestamptz,
  -- When the check was rejected. After that only an operator can approve it.
  rejected_at timestamptz,
  -- The professional has given the number again before the badge ends. The badge stays until the decision.
  renewal_at timestamptz,
  constraint verifications_ssn_once unique (ssn_hash),
  check ((ssn_sealed is null) = (key_id is null)),
  check (ssn_sealed is not null or decided_at is not null)
);
create index verifications_to_erase on verifications (decided_at) where ssn_sealed is not null;

-- rule: rejection-notice. What a professional reads before a check is rejected.
create table verification_notices (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  kind text not null check (kind in ('ssn', 'identity', 'insurance')),
  reason text not null,
  text text not null check (length(text) between 1 and 2000),
  -- The operator's id, or 'cli:NAME'.
  sent_by text not null,
  sent_at timestamptz not null, stands_at timestamptz not null,
  -- After a dispute another operator has decided: it cannot be disputed again.
  final boolean not null default false,
  disputed_at timestamptz,
  dispute text check (length(dispute) between 20 and 4000),
  ended_at timestamptz,
  outcome text check (outcome in ('stood', 'replaced', 'withdrawn')),
  check (stands_at >= (sent_at + interval '7 days')),
  check ((disputed_at is null) = (dispute is null)),
  check (not final or disputed_at is null),
  check ((ended_at is null) = (outcome is null)),
  constraint verification_notices_seven_days check (outcome <> 'stood' or ended_at >= stands_at and disputed_at is null)
);
create unique index verification_notices_open on verification_notices (professional_id, kind) where ended_at is null;
create index verification_notices_due on verification_notices (stands_at) where ended_at is null and disputed_at is null;
create index verification_notices_of on verification_notices (professional_id, sent_at);

-- The letters that said when a badge ends.
create table badge_letters (
  professional_id uuid not null references professionals on delete cascade, checked_at timestamptz not null,
  days integer not null check (days in (7, 30)),
  at timestamptz not null,
  -- Badges of documents end too.
  kind text not null default 'ssn' check (kind in ('ssn', 'identity', 'insurance')),
  primary key (professional_id, kind, checked_at, days)
);

-- rule: document-checks. What a professional submits with photos of a document: identity without a Social Security
-- number, or an insurance. One row a submission.
create table document_checks (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  kind text not null check (kind in ('identity', 'insurance')),
  -- 'lapsed': nobody decided before the pages were erased. 'replaced': by a later submission.
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired', 'withdrawn', 'replaced', 'lapsed')),
  document_kind text check (document_kind in ('passport', 'state_id', 'drivers_license', 'consular_id', 'foreign_id')),
  document_expires_on date,
  insurer text check (length(insurer) between 1 and 100) constraint document_checks_insurer_one_line
    check (insurer !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  amount_dollars integer check (amount_dollars > 0),
  insured_until date, consent_version text, submitted_at timestamptz not null, decided_at timestamptz,
  -- When the badge ends, once it is approved.
  expires_at timestamptz,
  pages integer not null check (pages between 1 and 4),
  check ((kind = 'identity') = (document_kind is not null and consent_version is not null)),
  check ((kind = 'insurance') = (insurer is not null and amount_dollars is not null and insured_until is not null)),
  check ((state = 'pending') = (decided_at is null)),
  check (state not in ('approved', 'expired', 'withdrawn') or expires_at is not null)
);
create unique index document_checks_waiting on document_checks (professional_id, kind) where state = 'pending';
create unique index document_checks_counting on document_checks (professional_id, kind) where state = 'approved';
create index document_checks_of on document_checks (professional_id, kind, submitted_at);
create index document_checks_end on document_checks (expires_at) where state = 'approved';

-- rule: document-pages. Sealed under VERIFICATION_KEYS, bound to the professional, the submission and the page.
create table document_pages (
  check_id uuid not null references document_checks on delete cascade,
  page integer not null check (page between 1 and 4),
  key_id text not null, sealed bytea not null,
  primary key (check_id, page)
);
create index document_pages_key on document_pages (key_id);

-- rule: identity-documents. Two people who know the professional.
create table check_references (
  id uuid primary key default uuid_v7(), check_id uuid not null references document_checks on delete cascade,
  name text not null check (length(name) between 1 and 100) constraint check_references_name_one_line
    check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  email text not null, asked_at timestamptz not null, answered_at timestamptz,
  -- [{id, text}]
  answers jsonb,
  check ((answered_at is null) = (answers is null))
);
create index check_references_of on check_references (check_id);
create index check_references_age on check_references (asked_at);

-- Each letter has a link of its own. The hash alone is stored.
create table reference_links (
  token_hash bytea primary key, reference_id uuid not null references check_references on delete cascade,
  expires_at timestamptz not null
);
create index reference_links_of on reference_links (reference_id);
create index reference_links_expiry on reference_links (expires_at);

create sequence case_numbers;
-- Reports of users about other users, for the operator. A pair has at most one open report.
create table reports (
  id bigint primary key default nextval('case_numbers'),
  reporter_id uuid references users on delete set null,
  reported_id uuid not null references users on delete cascade, reason text not null, at timestamptz not null,
  closed_at timestamptz,
  -- A report can be about a review, without a conversation; then it has the review and one of the reasons of a list.
  -- One open report of a reviewer's pair, and one open report of a review by each reporter.
  -- rule: block, review-states
  review_id uuid references reviews on delete cascade,
  reason_code text, case_id uuid,
  -- A report names its subject: a person, a review, a message, a photo or a booking. One reporter has one open report
  -- of a subject. It stays without its reporter when they delete the account, and its text goes 90 days later.
  -- rule: reports
  subject_kind text not null constraint reports_subject_kind check (subject_kind in ('person', 'review', 'message', 'photo', 'booking')),
  subject_id text not null, reporter_left_at timestamptz,
  -- Of a person in a conversation the reason can be the words alone.
  constraint reports_reason_code check (reason_code is not null or subject_kind = 'person'),
  constraint reports_reporter_left check (reporter_left_at is null or reporter_id is null)
);
create index reports_of_reported on reports (reported_id);
create index reports_of_review on reports (review_id) where review_id is not null;
create index reports_of_case on reports (case_id) where case_id is not null;
create unique index reports_open on reports (reporter_id, subject_kind, subject_id) where closed_at is null;
create index reports_of_reporter on reports (reporter_id, id desc) where reporter_id is not null;
create index reports_left on reports (reporter_left_at) where reporter_left_at is not null and reason <> '';
create index reports_closed on reports (closed_at) where closed_at is not null;

create table flags (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('reviews_of_one_source', 'own_review', 'reviews_without_visits', 'many_reviews', 'duplicate',
    'suspended_device')),
  -- What was seen: ids. The same is flagged once.
  evidence text not null,
  since timestamptz not null,
  primary key (user_id, kind, evidence)
);

-- rule: audit-log. What operators did, one row an action, in a chain of hashes. Rows are only added. The constraints
-- refuse a gap, a wrong hash, and a row that does not follow the one before it.
create table audit_log (
  seq bigint primary key check (seq >= 1),
  at timestamptz not null,
  -- The hash of the row before.
  prev text not null,
  -- JSON text, with ids and states only.
  body text not null,
  hash text not null,
  seq_before bigint generated always as (nullif(seq - 1, 0)) stored unique,
  operator text not null generated always as (body::jsonb ->> 'operator') stored,
  action text not null generated always as (body::jsonb ->> 'action') stored,
  subject_kind text not null generated always as ((body::jsonb -> 'subject') ->> 'kind') stored,
  subject_id text not null generated always as ((body::jsonb -> 'subject') ->> 'id') stored,
  reason text not null generated always as (body::jsonb ->> 'reason') stored,
  unique (seq, hash),
  foreign key (seq_before, prev) references audit_log (seq, hash),
  constraint audit_log_first check (seq > 1 or prev = repeat('0', 64)),
  constraint audit_log_hash check (hash = encode(sha256(convert_to((prev || E'\n') || body, 'UTF8')), 'hex')),
  constraint audit_log_body check (((body::jsonb ->> 'seq')::bigint) = seq and ((body::jsonb ->> 'at')::timestamptz) = at)
);
create index audit_log_subject on audit_log (subject_id, seq desc);
create trigger audit_log_append_only before delete or update or truncate on audit_log for each statement execute function refuse_change();

-- What the person reads, and what stays inside. The body has their hashes, so they can be erased and not changed.
create table audit_texts (
  seq bigint primary key references audit_log, text text, text_salt text, note text, note_salt text,
  check ((text is null) = (text_salt is null)),
  check ((note is null) = (note_salt is null)),
  check (num_nonnulls(text, note) > 0)
);
-- The job forget-old deletes texts.
create trigger audit_texts_unchanged before update on audit_texts for each statement execute function refuse_change();
