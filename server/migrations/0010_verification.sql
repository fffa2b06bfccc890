-- When a background check was approved, and whether that was simulated. Both are deleted with the approval.
alter table professionals
  add column background_checked_at timestamptz,
  add column background_check_simulated boolean not null default false;
update professionals set background_checked_at = updated_at, background_check_simulated = true
  where background_check_status = 'approved';
alter table professionals
  add constraint background_check_says_when
    check ((background_check_status = 'approved') = (background_checked_at is not null)),
  add constraint background_check_simulated_when_approved
    check (not background_check_simulated or background_check_status = 'approved');

-- The number of a background check. It is stored encrypted until at most one day after the decision. Its keyed hash
-- finds the same number again.
create table verifications (
  professional_id uuid primary key references professionals on delete cascade,
  ssn_hash bytea not null constraint verifications_ssn_once unique check (octet_length(ssn_hash) = 32),
  ssn_last4 text not null check (ssn_last4 ~ '^\d{4}$'),
  -- Nonce, tag and nine digits, and the name of the key. Both are set to null when the number is erased.
  ssn_sealed bytea check (octet_length(ssn_sealed) = 37),
  key_id text,
  consent_version text not null,
  consented_at timestamptz not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- When the check was rejected. After that only an operator can approve it.
  rejected_at timestamptz,
  check ((ssn_sealed is null) = (key_id is null)),
  check (ssn_sealed is not null or decided_at is not null)
);
create index verifications_to_erase on verifications (decided_at) where ssn_sealed is not null;
