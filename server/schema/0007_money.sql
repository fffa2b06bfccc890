-- Subscription, credits, leads and payments.

-- Who is active. No row: never activated. rule: subscription-states
create table subscriptions (
  professional_id uuid primary key references professionals on delete cascade,
  status text not null check (status in ('active', 'grace', 'lapsed')),
  started_at timestamptz not null default now(),
  provider_subscription_id text unique,
  customer_id text,
  paid_until timestamptz not null default now() + interval '1 month',
  cancel_at_period_end boolean not null default false,
  -- Since when the renewal fails, and how often it was tried since.
  failing_since timestamptz,
  attempts smallint not null default 0,
  -- The period whose end has been announced.
  reminded_for timestamptz,
  -- A renewal whose attempt threw an error comes after the others in the next run. rule: subscription-states
  renewal_failed_at timestamptz,
  -- The paid period that a suspension lengthened: `paid_until` counts instead of the provider's end `extended_from`.
  extended_from timestamptz,
  extended_until timestamptz,
  -- What a subscriber pays a month, and the credits of each paid month, as they were agreed when the subscription
  -- began. The defaults are today's. rule: prices
  price_cents integer not null default 1990 constraint subscriptions_price check (price_cents >= 0),
  monthly_credits integer not null default 5 constraint subscriptions_credits check (monthly_credits > 0),
  check ((extended_from is null) = (extended_until is null) and extended_until >= extended_from),
  constraint subscriptions_grace_has_begun check (status <> 'grace' or failing_since is not null)
);
create index subscriptions_due on subscriptions (paid_until) where status <> 'lapsed';

-- Hosted payment pages that were opened. `settled_at` is set once no payment can arrive from the page any more.
create table checkouts (
  id text primary key, professional_id uuid not null references professionals,
  kind text not null check (kind in ('subscription', 'lead')),
  created_at timestamptz not null, settled_at timestamptz,
  -- A professional has one subscription checkout that may be paid: of requests at once the unique index accepts one.
  -- A replaced checkout waits to be expired at the provider. rule: paid-once
  replaced boolean not null default false,
  -- When the job 'renewals' asks the provider about the checkout again, and how often it has asked.
  -- rule: paid-once
  check_at timestamptz not null,
  checks smallint not null default 0
);
create index checkouts_unsettled on checkouts (professional_id, created_at desc) where settled_at is null;
create unique index checkouts_one_open on checkouts (professional_id) where kind = 'subscription' and settled_at is null and not replaced;
create index checkouts_to_check on checkouts (check_at) where settled_at is null;
create index checkouts_age on checkouts (created_at);
-- rule: paid-once. How many checkouts a professional opened in the last hour, paid ones too.
create index checkouts_of_professional on checkouts (professional_id, created_at desc);

-- Every payment as the provider reports it. `number` is the number of its invoice.
create table payments (
  id uuid primary key default uuid_v7(),
  number bigint generated always as identity unique,
  professional_id uuid not null references professionals,
  kind text not null check (kind in ('subscription', 'lead')),
  provider text not null, provider_payment_id text not null, provider_subscription_id text,
  amount_cents integer not null check (amount_cents >= 0),
  status text not null check (status in ('pending', 'paid', 'failed', 'refunded', 'disputed')),
  billed_to text not null, period_start timestamptz, period_end timestamptz, created_at timestamptz not null,
  paid_at timestamptz,
  -- Why it is refunded. The request to the provider is retried until the payment is 'refunded'.
  refund_reason text,
  refunded_cents integer not null default 0,
  unique (provider, provider_payment_id),
  check (kind <> 'subscription' or provider_subscription_id is not null and period_end > period_start),
  check (status not in ('paid', 'refunded') or paid_at is not null),
  constraint payments_refunded_within_amount check (refunded_cents between 0 and amount_cents)
);
create index payments_newest on payments (professional_id, created_at desc);
create index payments_of_subscription on payments (provider_subscription_id);

-- One row for each pair of professional and client, for ever. rule: lead-is-one-pair
create table leads (
  professional_id uuid not null references professionals on delete cascade,
  client_id uuid not null references users on delete cascade,
  source text not null check (source in ('booking', 'contact', 'message')),
  opened_at timestamptz, created_at timestamptz not null default now(),
  -- A lead is open (opened_at), or waits for a credit (waiting_since), or its credit was returned and it waits for
  -- its client (only returned_at is set).
  waiting_since timestamptz,
  -- When the client last wrote or booked, and when the professional first answered by a message.
  client_acted_at timestamptz,
  answered_at timestamptz,
  -- When its credit returns automatically, unless something happens before. rule: lead-returns
  return_due_at timestamptz,
  returned_at timestamptz,
  openings smallint not null default 0 check (openings between 0 and 2),
  -- The conversation of a pair is its lead: one row for each pair. Its id is the id that the calls use.
  -- rule: conversation-pair
  conversation_id uuid not null default uuid_v7() unique,
  -- A lead whose credit was returned asks for a credit again when its client writes or books, and that credit never
  -- returns. So it counts like a new pair. rule: contact-limits, lead-returns
  -- When the client came back after the credit was returned; null: they have not.
  asked_again_at timestamptz,
  -- rule: held-starts. What a client starts can be held: until they prove their address ('email'), or for a short
  -- time ('screened'). The mark is on the pair's lead, and on each booking that came meanwhile. A booking keeps its
  -- mark if it ended before it was released: its professional never sees it.
  held text check (held in ('email', 'screened')),
  -- When a screened pair is released at the latest.
  held_until timestamptz,
  -- rule: screened-contacts. When a pair was screened as it began; it stays after the release.
  screened_at timestamptz,
  primary key (professional_id, client_id),
  constraint leads_open_or_waiting check (opened_at is null or waiting_since is null),
  constraint leads_held_is_closed check (held is null or opened_at is null and waiting_since is null and openings = 0),
  constraint leads_held_until check ((held_until is not null) = (not held is distinct from 'screened')),
  constraint leads_screened check (held is distinct from 'screened' or screened_at is not null)
);
create index leads_client on leads (client_id);
create index leads_waiting on leads (professional_id, waiting_since) where waiting_since is not null;
create index leads_return_due on leads (return_due_at) where return_due_at is not null;
create index leads_held_of_client on leads (client_id) where held is not null;
create index leads_held_until on leads (held_until) where held_until is not null;
create index leads_screened on leads (professional_id, screened_at) where screened_at is not null;
create trigger leads_open_new after insert on leads for each row when (new.waiting_since is not null) execute function open_new_lead();
create trigger leads_open_again after update of waiting_since on leads
  for each row when (old.waiting_since is null and new.waiting_since is not null) execute function open_new_lead();

-- The sums of the ledger. Only its trigger writes them. No row: the professional never had a credit.
-- rule: credit-ledger
create table lead_credits (
  professional_id uuid primary key references professionals,
  balance integer not null default 0 constraint lead_credits_never_below_zero check (balance >= 0),
  total integer not null default 0, paid integer not null default 0
);

-- Every change of credits with its reason. Rows are never changed or deleted. `key` names what must not happen twice.
create table lead_ledger (
  id bigint generated always as identity primary key,
  professional_id uuid not null references professionals,
  kind text not null check (kind in ('granted', 'bought', 'spent', 'returned', 'withdrawn')),
  amount integer not null,
  reason text not null check (reason in ('activation', 'renewal', 'single_lead', 'operator', 'first_contact', 'came_back', 'no_word', 'silent',
    'cancelled_early', 'client_suspended', 'refund')),
  key text not null unique,
  client_id uuid, payment_id uuid references payments, note text, at timestamptz not null,
  -- Each returned credit names the spending that it gives back, and each spending is given back once.
  -- rule: lead-returns
  spent_id bigint references lead_ledger,
  constraint lead_ledger_returned_once unique (spent_id),
  foreign key (professional_id, client_id) references leads,
  constraint lead_ledger_check1 check (kind not in ('spent', 'returned') or client_id is not null and abs(amount) = 1),
  -- Credits that a chargeback withdrew come back when the bank decides for us: a withdrawal with the opposite sign.
  constraint lead_ledger_signs check (case kind when 'spent' then amount < 0 when 'withdrawn' then amount <= 0 or payment_id is not null
    else amount > 0 end),
  constraint lead_ledger_returns_spent check ((kind = 'returned') = (spent_id is not null))
);
create index lead_ledger_newest on lead_ledger (professional_id, id desc);
create index lead_ledger_of_payment on lead_ledger (payment_id);
create trigger lead_ledger_sums after insert on lead_ledger referencing new table as added for each statement execute function keep_lead_credits();
create trigger lead_ledger_append_only before delete or update or truncate on lead_ledger for each statement execute function refuse_change();
create trigger lead_ledger_name_spending before insert on lead_ledger for each row when (new.kind = 'returned') execute function name_spending();

-- The data of the simulated payments provider. It stands for another company's database: nothing here refers to a
-- table of ours, and only outside/payments/simulated reads it.
create table simulated_subscriptions (
  id text primary key, owner_id text not null, customer_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- The card that was given pays once and is declined at every renewal.
  declines_renewals boolean not null default false,
  cancel_at_period_end boolean not null default false, ended_at timestamptz
);

create table simulated_payments (
  id text primary key, subscription_id text references simulated_subscriptions,
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('paid', 'failed', 'refunded')),
  created_at timestamptz not null, paid_at timestamptz, period_start timestamptz, period_end timestamptz,
  refunded_cents integer not null default 0,
  dispute text check (dispute in ('open', 'lost', 'won')),
  unique (subscription_id, period_start),
  check ((subscription_id is null) = (period_start is null)),
  check (subscription_id is null or period_end > period_start),
  check (status = 'failed' or paid_at is not null)
);

create table simulated_checkouts (
  id text primary key,
  -- The same key returns the same checkout.
  key text not null unique,
  owner_id text not null,
  kind text not null check (kind in ('subscription', 'lead')),
  amount_cents integer not null check (amount_cents > 0),
  customer_id text not null, success_url text not null, cancel_url text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('paid', 'cancelled', 'expired')),
  subscription_id text references simulated_subscriptions, payment_id text references simulated_payments,
  check (num_nonnulls(subscription_id, payment_id) = case when outcome = 'paid' then 1 else 0 end)
);

-- What the payments provider still has to do for us. The row is written with the change that needs it and stays until
-- the provider has done it, however often that fails: a job may end or be deleted before. `subject` is our payment's
-- id, or the provider's id of the subscription. rule: provider-unavailable
create table provider_tasks (
  kind text not null check (kind in ('refund-payment', 'end-subscription', 'delete-customer')),
  subject text not null, ordered_at timestamptz not null, failures integer not null default 0,
  failed_at timestamptz, error text, done_at timestamptz,
  primary key (kind, subject)
);
create index provider_tasks_open on provider_tasks (coalesce(failed_at, ordered_at)) where done_at is null;

-- The customers that the provider made for a professional, so that they can be erased with the account.
-- rule: suspended-payer
create table provider_customers (
  id text primary key, professional_id uuid not null references professionals
);
create index provider_customers_of on provider_customers (professional_id);
