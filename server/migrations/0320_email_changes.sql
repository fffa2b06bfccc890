-- rule: email-change. A user asks for another address. The old one stays until they prove the new one; its owner can
-- take the change back until `expires_at`, with the link of either letter.
create table email_changes (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users on delete cascade,
  old_email text not null,
  old_email_key text not null generated always as (lower(old_email collate "C")) stored,
  old_verified_at timestamptz,
  new_email text not null,
  asked_at timestamptz not null,
  -- The session that asked, which goes on when the address changes.
  asked_in uuid,
  state text not null default 'pending' check (state in ('pending', 'withdrawn', 'changed', 'undone')),
  changed_at timestamptz,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- SHA-256 of the tokens in the letters to the old address.
  asked_token_hash bytea unique check (octet_length(asked_token_hash) = 32),
  changed_token_hash bytea unique check (octet_length(changed_token_hash) = 32),
  check (changed_at is not null or state <> 'changed')
);
create unique index email_changes_pending on email_changes (user_id) where state = 'pending';
create index email_changes_user on email_changes (user_id);
create index email_changes_expiry on email_changes (expires_at);
-- rule: email-reserved. An address that its owner may still get back.
create index email_changes_reserved on email_changes (old_email_key) where state = 'changed';
