-- rule: security-events. What an operator does to an account has no request, no browser and no network.
alter table security_events alter column request_id drop not null;
