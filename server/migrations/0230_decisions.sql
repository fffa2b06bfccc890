-- rule: decisions. What operators decided about a person, as that person reads it. The text lies in audit_texts.
create table decisions (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references users,
  seq bigint not null references audit_log,
  action text not null,
  reason text not null,
  at timestamptz not null,
  -- From when the person sees it, and when the notice was ordered.
  shown_at timestamptz not null,
  told_at timestamptz,
  about_kind text not null,
  about_id text not null,
  unique (seq, person_id)
);
create index decisions_of_person on decisions (person_id, id desc);
create index decisions_to_tell on decisions (shown_at) where told_at is null;

insert into decisions (person_id, seq, action, reason, at, shown_at, told_at, about_kind, about_id)
  select users.id, audit_log.seq, action, audit_log.reason, audit_log.at, audit_log.at, audit_log.at, subject_kind, subject_id
  from audit_log join audit_texts on audit_texts.seq = audit_log.seq join users on users.id::text = subject_id
  where action in ('suspend', 'restore', 'reject') and text is not null
  order by audit_log.seq;

-- rule: appeals. One for a decision. `text` is null once its account is deleted.
create table appeals (
  decision_id uuid primary key references decisions,
  at timestamptz not null,
  text text,
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned')),
  answered_at timestamptz,
  answered_by text,
  answer text,
  constraint appeals_answered check (
    case state when 'open' then num_nonnulls(answered_at, answered_by, answer) = 0
      else num_nonnulls(answered_at, answered_by) = 2 end)
);

-- A suspension can have an end. rule: suspension
alter table suspensions add column until timestamptz check (until > began_at);
create index suspensions_until on suspensions (until) where ended_at is null and until is not null;
