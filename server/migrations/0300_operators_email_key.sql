-- rule: one-account-per-email. How emails are compared, as of users (0037): lower() depends on the locale.
alter table operators add column email_key text not null generated always as (lower(email collate "C")) stored;
drop index operators_email;
create unique index operators_email on operators (email_key);
