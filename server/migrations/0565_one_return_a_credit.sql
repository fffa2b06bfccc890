-- Each returned credit names the spending that it gives back, and each spending is given back once.
-- rule: lead-returns, suspended-fraud
alter table lead_ledger
  add column spent_id bigint references lead_ledger,
  add constraint lead_ledger_returned_once unique (spent_id),
  -- Not valid, because of what versions before wrote.
  add constraint lead_ledger_returns_spent check ((kind = 'returned') = (spent_id is not null)) not valid;

-- A trigger, because servers of the release before write returns too. A pair has one spending at most that is not given
-- back, its newest one: a lead is closed, and so can open again, only by a return.
create function name_spending() returns trigger language plpgsql as $$
begin
  new.spent_id := (
    select max(id) from lead_ledger
    where professional_id = new.professional_id and client_id = new.client_id and kind = 'spent');
  return new;
end $$;
create trigger lead_ledger_name_spending before insert on lead_ledger
  for each row when (new.kind = 'returned') execute function name_spending();

-- The returns of before. A second return of a spending, which versions before wrote, names none.
alter table lead_ledger disable trigger lead_ledger_append_only;
update lead_ledger set spent_id = first.spent_id
from (
  select distinct on (spent.id) returned.id, spent.id as spent_id
  from lead_ledger as returned
  cross join lateral (
    select max(id) as id from lead_ledger as before
    where before.professional_id = returned.professional_id and before.client_id = returned.client_id
      and before.kind = 'spent' and before.id < returned.id
  ) as spent
  where returned.kind = 'returned' and spent.id is not null
  order by spent.id, returned.id
) as first
where lead_ledger.id = first.id;
alter table lead_ledger enable trigger lead_ledger_append_only;

-- Leads that stayed open after their credit had returned: nothing returns to them any more.
update leads set returned_at = lead_ledger.at, return_due_at = null
from lead_ledger
where lead_ledger.professional_id = leads.professional_id and lead_ledger.client_id = leads.client_id
  and reason = 'client_suspended' and returned_at is null;
