-- rule: suspended-payer. Until when a professional had paid when they were suspended; null if they had not.
alter table suspensions add column paid_until timestamptz;

-- The paid period that a suspension lengthened: `paid_until` counts instead of the provider's end `extended_from`.
alter table subscriptions
  add column extended_from timestamptz,
  add column extended_until timestamptz,
  add check ((extended_from is null) = (extended_until is null) and extended_until >= extended_from);
