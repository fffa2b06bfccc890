-- When a letter went to an address that somebody typed and that is no proved address of an account, whoever asked for
-- it. Only the hash of the address is kept, for 30 days. rule: letters-by-address
create table letters_to_strangers (
  id uuid primary key default uuid_v7(),
  -- SHA-256 of the email in the form in which emails are compared.
  email_hash bytea not null,
  -- named: to a person whom a user named; proof: to one that is to replace the address of an account.
  kind text not null check (kind in ('named', 'proof')),
  at timestamptz not null
);
create index letters_to_strangers_of_address on letters_to_strangers (email_hash, kind, at);
create index letters_to_strangers_age on letters_to_strangers (at);
