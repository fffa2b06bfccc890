-- rule: document-checks. What a professional submits with photos of a document: identity without a Social Security
-- number, or an insurance. One row a submission.
create table document_checks (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  kind text not null check (kind in ('identity', 'insurance')),
  -- 'lapsed': nobody decided before the pages were erased. 'replaced': by a later submission.
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'rejected', 'expired', 'withdrawn', 'replaced', 'lapsed')),
  document_kind text check (document_kind in ('passport', 'state_id', 'drivers_license', 'consular_id', 'foreign_id')),
  document_expires_on date,
  insurer text check (length(insurer) between 1 and 100),
  amount_dollars integer check (amount_dollars > 0),
  insured_until date,
  consent_version text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
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
  key_id text not null,
  sealed bytea not null,
  primary key (check_id, page)
);
create index document_pages_key on document_pages (key_id);

-- rule: references. Two people who know the professional.
create table check_references (
  id uuid primary key default uuid_v7(),
  check_id uuid not null references document_checks on delete cascade,
  name text not null check (length(name) between 1 and 100)
    constraint check_references_name_one_line check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  email text not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- [{id, text}]
  answers jsonb,
  check ((answered_at is null) = (answers is null))
);
create index check_references_of on check_references (check_id);
create index check_references_age on check_references (asked_at);

-- Each letter has a link of its own. The hash alone is stored.
create table reference_links (
  token_hash bytea primary key,
  reference_id uuid not null references check_references on delete cascade,
  expires_at timestamptz not null
);
create index reference_links_of on reference_links (reference_id);
create index reference_links_expiry on reference_links (expires_at);

-- Badges of documents end too.
alter table badge_letters
  add column kind text not null default 'ssn' check (kind in ('ssn', 'identity', 'insurance')),
  drop constraint badge_letters_pkey,
  add primary key (professional_id, kind, checked_at, days);
