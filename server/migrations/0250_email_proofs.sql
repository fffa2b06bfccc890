-- rule: email-verification. A letter has a link and a code, for the address to which it goes.
delete from email_verifications;
alter table email_verifications
  -- The address that the letter proves: the account's own one, or the one to which it wants to change.
  add column email text not null,
  -- HMAC with the key 'hash' of VERIFICATION_KEYS: six digits alone could be guessed from a plain hash.
  add column code_hash bytea not null check (octet_length(code_hash) = 32),
  add column code_expires_at timestamptz not null,
  add column wrong_tries smallint not null default 0 check (wrong_tries between 0 and 5);

-- rule: email-verification. What somebody with an unproved address starts is held, but not for accounts of before.
alter table users
  add column never_held boolean not null default false,
  -- When the one reminder was sent to prove the address.
  add column verification_reminded_at timestamptz;
update users set never_held = true;
