-- A professional has one subscription checkout that may be paid: of requests at once the unique index accepts one. A
-- replaced checkout waits to be expired at the provider. Of several that are open when this runs, the newest stays.
-- rule: one-open-checkout
alter table checkouts
  add column replaced boolean not null default false,
  -- When the job 'renewals' asks the provider about the checkout again, and how often it has asked.
  -- rule: checkouts-followed
  add column check_at timestamptz,
  add column checks smallint not null default 0;
update checkouts set check_at = created_at,
  replaced = kind = 'subscription' and settled_at is null and exists (
    select from checkouts as newer
    where newer.professional_id = checkouts.professional_id and newer.kind = 'subscription' and newer.settled_at is null
      and (newer.created_at, newer.id) > (checkouts.created_at, checkouts.id));
alter table checkouts alter column check_at set not null;
create unique index checkouts_one_open on checkouts (professional_id)
  where kind = 'subscription' and settled_at is null and not replaced;
create index checkouts_to_check on checkouts (check_at) where settled_at is null;

-- A renewal whose attempt threw an error comes after the others in the next run. rule: renewals-first
alter table subscriptions add column renewal_failed_at timestamptz;

create index payments_of_subscription on payments (provider_subscription_id);
create index lead_ledger_of_payment on lead_ledger (payment_id);

-- The simulated provider can be told to expire an open page.
alter table simulated_checkouts
  drop constraint simulated_checkouts_outcome_check,
  add constraint simulated_checkouts_outcome_check check (outcome in ('paid', 'cancelled', 'expired'));
