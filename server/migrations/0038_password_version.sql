-- Counts the passwords that an account has had. A new hash of the same password does not count. rule: password-storage
alter table users add column password_version integer not null default 1;
