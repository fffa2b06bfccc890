-- rule: remind-unverified, forget-unverified. The accounts whose address is not proved.
create index users_unproved on users (created_at) where email_verified_at is null and deleted_at is null and not never_held;
