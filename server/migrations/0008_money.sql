-- 'active': paid, or about to be paid; 'grace': a renewal failed and is retried; 'lapsed': neither.
-- rule: subscription-states
alter table subscriptions
  drop constraint subscriptions_status_check,
  add constraint subscriptions_status_check check (status in ('active', 'grace', 'lapsed')),
  add column provider_subscription_id text unique,
  add column customer_id text,
  add column paid_until timestamptz not null default now() + interval '1 month',
  add column cancel_at_period_end boolean not null default false,
  -- Since when the renewal fails, and how often it was tried since.
  add column failing_since timestamptz,
  add column attempts smallint not null default 0,
  -- The period whose end has been announced.
  add column reminded_for timestamptz,
  add constraint subscriptions_grace_has_begun check (status <> 'grace' or failing_since is not null);
create index subscriptions_due on subscriptions (paid_until) where status <> 'lapsed';

-- Hosted payment pages that were opened. `settled_at` is set once no payment can arrive from the page any more.
create table checkouts (
  id text primary key,
  professional_id uuid not null references professionals,
  kind text not null check (kind in ('subscription', 'lead')),
  created_at timestamptz not null,
  settled_at timestamptz
);
create index checkouts_unsettled on checkouts (professional_id, created_at desc) where settled_at is null;

-- Every payment as the provider reports it. `number` is the number of its invoice.
create table payments (
  id uuid primary key default uuid_v7(),
  number bigint generated always as identity unique,
  professional_id uuid not null references professionals,
  kind text not null check (kind in ('subscription', 'lead')),
  provider text not null,
  provider_payment_id text not null,
  provider_subscription_id text,
  amount_cents integer not null check (amount_cents >= 0),
  status text not null check (status in ('pending', 'paid', 'failed', 'refunded')),
  billed_to text not null,
  period_start timestamptz,
  period_end timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- Why it is refunded. The request to the provider is retried until the payment is 'refunded'.
  refund_reason text,
  unique (provider, provider_payment_id),
  check (kind <> 'subscription' or (provider_subscription_id is not null and period_end > period_start)),
  check (status not in ('paid', 'refunded') or paid_at is not null)
);
create index payments_newest on payments (professional_id, created_at desc);

-- The sums of the ledger. Only its trigger writes them. No row: the professional never had a credit.
-- rule: credit-ledger
create table lead_credits (
  professional_id uuid primary key references professionals,
  balance integer not null default 0 constraint lead_credits_never_below_zero check (balance >= 0),
  total integer not null default 0,
  paid integer not null default 0
);

-- Every change of credits with its reason. Rows are never changed or deleted. `key` names what must not happen twice.
create table lead_ledger (
  id bigint generated always as identity primary key,
  professional_id uuid not null references professionals,
  kind text not null check (kind in ('granted', 'bought', 'spent', 'returned', 'withdrawn')),
  amount integer not null,
  reason text not null check (
    reason in ('activation', 'renewal', 'single_lead', 'operator', 'first_contact', 'came_back', 'no_word', 'silent', 'refund')
  ),
  key text not null unique,
  client_id uuid,
  payment_id uuid references payments,
  note text,
  at timestamptz not null,
  foreign key (professional_id, client_id) references leads,
  check (case when kind in ('spent', 'withdrawn') then amount < 0 else amount > 0 end),
  check (kind not in ('spent', 'returned') or (client_id is not null and abs(amount) = 1))
);
create index lead_ledger_newest on lead_ledger (professional_id, id desc);

create function keep_lead_credits() returns trigger language plpgsql as $$
begin
  insert into lead_credits (professional_id)
    select distinct professional_id from added
    where not exists (select from lead_credits where lead_credits.professional_id = added.professional_id)
    order by 1
    on conflict do nothing;
  update lead_credits set balance = balance + change.amount, total = lead_credits.total + change.total,
    paid = lead_credits.paid + change.paid
  from (
    select professional_id, sum(amount)::integer as amount,
      coalesce(sum(amount) filter (where kind in ('granted', 'bought')), 0)::integer as total,
      coalesce(sum(amount) filter (where kind = 'bought'), 0)::integer as paid
    from added group by professional_id
  ) as change
  where lead_credits.professional_id = change.professional_id;
  return null;
end $$;
create trigger lead_ledger_sums after insert on lead_ledger
  referencing new table as added for each statement execute function keep_lead_credits();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Nothing is changed in or taken out of %.', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger lead_ledger_append_only before update or delete or truncate on lead_ledger
  for each statement execute function refuse_change();

-- A lead is open (opened_at), or waits for a credit (waiting_since), or its credit was returned and it waits for its
-- client (only returned_at is set).
alter table leads
  add column waiting_since timestamptz,
  -- When the client last wrote or booked, and when the professional first answered by a message.
  add column client_acted_at timestamptz,
  add column answered_at timestamptz,
  -- When its credit returns automatically, unless something happens before. rule: lead-returns
  add column return_due_at timestamptz,
  add column returned_at timestamptz,
  add column openings smallint not null default 0 check (openings between 0 and 2),
  add constraint leads_open_or_waiting check (opened_at is null or waiting_since is null);
update leads set client_acted_at = created_at, openings = case when opened_at is null then 0 else 1 end,
  waiting_since = case when opened_at is null then created_at end;
create index leads_waiting on leads (professional_id, waiting_since) where waiting_since is not null;
create index leads_return_due on leads (return_due_at) where return_due_at is not null;

-- A credit opens a lead as soon as both exist: this function runs for a new lead, unlock_waiting for a new credit. It
-- locks the professional's row of lead_credits even at zero, so that of two concurrent changes the later one sees the
-- other. rule: lead-opens
create function open_lead(lead leads, moment timestamptz) returns void language plpgsql as $$
begin
  insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
  values (
    lead.professional_id, 'spent', -1, case when lead.openings = 0 then 'first_contact' else 'came_back' end,
    format('spent %s %s %s', lead.professional_id, lead.client_id, lead.openings + 1), lead.client_id, moment);
  update leads set opened_at = moment, waiting_since = null, openings = lead.openings + 1,
    return_due_at = case when lead.client_acted_at is null and lead.returned_at is null
      then lead.created_at + interval '72 hours' end
  where professional_id = lead.professional_id and client_id = lead.client_id;
end $$;

create function open_new_lead() returns trigger language plpgsql as $$
declare
  credits integer;
begin
  select balance into credits from lead_credits where professional_id = new.professional_id for no key update;
  if credits > 0 then
    perform open_lead(new, new.waiting_since);
  end if;
  return null;
end $$;
create trigger leads_open_new after insert on leads
  for each row when (new.waiting_since is not null) execute function open_new_lead();
create trigger leads_open_again after update of waiting_since on leads
  for each row when (old.waiting_since is null and new.waiting_since is not null) execute function open_new_lead();

create function unlock_waiting(professional uuid, moment timestamptz) returns setof uuid language plpgsql as $$
declare
  credits integer;
  lead leads;
begin
  select balance into credits from lead_credits where professional_id = professional for no key update;
  for lead in
    select * from leads where professional_id = professional and waiting_since is not null
    order by waiting_since, client_id limit greatest(coalesce(credits, 0), 0) for update
  loop
    perform open_lead(lead, moment);
    return next lead.client_id;
  end loop;
end $$;

-- The operator's commands from the command line, with their reasons.
create table operator_deeds (
  id bigint generated always as identity primary key,
  deed text not null,
  subject_id uuid not null,
  details jsonb not null default '{}',
  done_by text not null,
  at timestamptz not null
);
