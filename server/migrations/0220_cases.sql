-- What waits for an operator. rule: case-queues, case-states, case-numbers
create sequence case_numbers as bigint;
select setval('case_numbers', highest)
from (select greatest((select max(number) from support_messages), (select max(id) from reports)) as highest) as used
where highest is not null;
alter table support_messages alter column number drop identity;
alter table support_messages alter column number set default nextval('case_numbers');
alter table reports alter column id drop identity;
alter table reports alter column id set default nextval('case_numbers');

create table cases (
  id uuid primary key default uuid_v7(),
  number bigint not null unique default nextval('case_numbers'),
  queue text not null check (
    queue in ('verification', 'reports', 'visits', 'reviews', 'refunds', 'jobs', 'support', 'appeals')
  ),
  kind text not null,
  title text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_label text,
  -- Of the open cases of a queue no two have the same one.
  subject_key text not null,
  -- Whom it is about.
  person_id uuid references users,
  -- The operator who may not take it.
  not_for uuid,
  state text not null default 'open' check (state in ('open', 'claimed', 'resolved')),
  urgent boolean not null default false,
  opened_at timestamptz not null,
  due_at timestamptz not null check (due_at > opened_at),
  -- The operator who holds it, and when they last did something about it.
  claimed_by uuid,
  acted_at timestamptz,
  outcome text check (outcome in ('acted', 'no_breach', 'answered', 'duplicate', 'withdrawn')),
  outcome_text text,
  resolved_at timestamptz,
  constraint cases_one_holder check ((state = 'claimed') = (claimed_by is not null)),
  constraint cases_held_since check ((claimed_by is null) = (acted_at is null)),
  constraint cases_outcome check ((state = 'resolved') = (outcome is not null)),
  constraint cases_resolved_at check ((state = 'resolved') = (resolved_at is not null)),
  constraint cases_not_for check (claimed_by <> not_for)
);
create unique index cases_one_open on cases (queue, subject_key) where state <> 'resolved';
create index cases_waiting on cases (queue, due_at) where state <> 'resolved';
create index cases_held on cases (claimed_by, acted_at) where state = 'claimed';
create index cases_of_queue on cases (queue, number);
create index cases_of_person on cases (person_id, number) where person_id is not null;
create index cases_of_subject on cases (subject_id);
create index cases_ended on cases (resolved_at) where state = 'resolved';

-- Texts of operators for operators.
create table case_notes (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases on delete cascade,
  at timestamptz not null,
  -- An operator's id.
  done_by text not null,
  text text not null check (length(text) between 1 and 4000)
);
create index case_notes_of_case on case_notes (case_id, at);

create table case_history (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases on delete cascade,
  at timestamptz not null,
  what text not null check (
    what in ('opened', 'claimed', 'taken_over', 'released', 'ran_out', 'answered', 'resolved', 'reopened')
  ),
  -- An operator's id, or 'cli:NAME'. Null: a person or a job.
  done_by text
);
create index case_history_of_case on case_history (case_id, at);

alter table reports add column case_id uuid references cases on delete set null;
create index reports_of_case on reports (case_id) where case_id is not null;

-- What is open already. Messages keep the numbers that people were told.
insert into cases (number, queue, kind, title, subject_kind, subject_id, subject_label, subject_key, person_id, opened_at, due_at)
select number, 'support', topic, 'Message: ' || topic, 'support', id::text, 'C-' || number, 'support:' || id, user_id,
  at, at + interval '48 hours'
from support_messages where closed_at is null order by number;

insert into cases (queue, kind, title, subject_kind, subject_id, subject_key, person_id, opened_at, due_at)
select 'reports', kind, 'Report of a ' || kind, kind, subject_id::text, kind || ':' || subject_id, reported_id, min(at),
  min(at) + interval '24 hours'
from reports
cross join lateral (
  select case when review_id is null then 'person' else 'review' end as kind, coalesce(review_id, reported_id) as subject_id
) as subject
where closed_at is null group by kind, subject_id, reported_id order by min(id);
update reports set case_id = cases.id from cases
where closed_at is null and queue = 'reports' and cases.subject_id = coalesce(review_id, reported_id)::text
  and subject_kind = case when review_id is null then 'person' else 'review' end;

insert into cases (queue, kind, title, subject_kind, subject_id, subject_key, person_id, opened_at, due_at)
select 'visits', problems.kind, 'Disputed problem of a visit: ' || problems.kind, 'problem', problems.id::text,
  'problem:' || problems.id, case problems.by when 'client' then professional_id else client_id end, since, since + interval '48 hours'
from problems join bookings on bookings.id = booking_id
cross join lateral (select coalesce(problems.answered_at, problems.opened_at) as since) as disputed
where problems.state = 'disputed' order by since;

insert into case_history (case_id, at, what) select id, opened_at, 'opened' from cases order by number;
