-- The data of the simulated payments provider. It stands for another company's database: nothing here refers to a
-- table of ours, and only outside/payments/simulated reads it.
create table simulated_subscriptions (
  id text primary key,
  owner_id text not null,
  customer_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- The card that was given pays once and is declined at every renewal.
  declines_renewals boolean not null default false,
  cancel_at_period_end boolean not null default false,
  ended_at timestamptz
);

create table simulated_payments (
  id text primary key,
  subscription_id text references simulated_subscriptions,
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('paid', 'failed', 'refunded')),
  created_at timestamptz not null,
  paid_at timestamptz,
  period_start timestamptz,
  period_end timestamptz,
  check ((subscription_id is null) = (period_start is null)),
  check (subscription_id is null or period_end > period_start),
  check (status = 'failed' or paid_at is not null),
  unique (subscription_id, period_start)
);

create table simulated_checkouts (
  id text primary key,
  -- The same key returns the same checkout.
  key text not null unique,
  owner_id text not null,
  kind text not null check (kind in ('subscription', 'lead')),
  amount_cents integer not null check (amount_cents > 0),
  customer_id text not null,
  success_url text not null,
  cancel_url text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('paid', 'cancelled')),
  subscription_id text references simulated_subscriptions,
  payment_id text references simulated_payments,
  check (num_nonnulls(subscription_id, payment_id) = case when outcome = 'paid' then 1 else 0 end)
);
