-- What a subscriber pays a month, and the credits of each paid month, as they were agreed when the subscription began.
-- The defaults are today's: rows of before get them, and servers of the release before write rows without these
-- columns.
-- rule: subscription-price
alter table subscriptions
  add column price_cents integer not null default 1990 constraint subscriptions_price check (price_cents >= 0),
  add column monthly_credits integer not null default 5 constraint subscriptions_credits check (monthly_credits > 0);
