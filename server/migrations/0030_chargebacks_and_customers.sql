-- 'disputed': the bank took the payment back (a chargeback). `refunded_cents`: what was given back in part.
-- rules: chargeback, partial-refund
alter table payments
  drop constraint payments_status_check,
  add constraint payments_status_check check (status in ('pending', 'paid', 'failed', 'refunded', 'disputed')),
  add column refunded_cents integer not null default 0,
  add constraint payments_refunded_within_amount check (refunded_cents between 0 and amount_cents);

-- Credits that a chargeback withdrew come back when the bank decides for us: a withdrawal with the opposite sign.
alter table lead_ledger
  drop constraint lead_ledger_signs,
  add constraint lead_ledger_signs check (
    case kind when 'spent' then amount < 0 when 'withdrawn' then amount <= 0 or payment_id is not null else amount > 0 end
  );

-- The customers that the provider made for a professional, so that they can be erased with the account.
-- rule: customer-erased
create table provider_customers (
  id text primary key,
  professional_id uuid not null references professionals
);
create index provider_customers_of on provider_customers (professional_id);
insert into provider_customers (id, professional_id)
  select customer_id, professional_id from subscriptions where customer_id is not null on conflict do nothing;
alter table provider_tasks
  drop constraint provider_tasks_kind_check,
  add constraint provider_tasks_kind_check check (kind in ('refund-payment', 'end-subscription', 'delete-customer'));

alter table simulated_payments
  add column refunded_cents integer not null default 0,
  add column dispute text check (dispute in ('open', 'lost', 'won'));
