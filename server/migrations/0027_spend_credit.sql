-- The function that spends a credit gets the name of what it does (it was open_lead, 0008).
-- rules: credit-ledger, lead-opens
--
-- Spends one credit of the professional and opens the lead with it. The caller has locked the professional's row of
-- lead_credits. The unique key of the entry and the check on the balance make a second spending or an overdraft an
-- error. The first opening of a lead whose client has not written or booked sets the date on which the credit returns.
create function spend_credit(lead leads, moment timestamptz) returns void language plpgsql as $$
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

-- For a lead that begins to wait: opens it if there is a credit.
create or replace function open_new_lead() returns trigger language plpgsql as $$
declare
  credits integer;
begin
  -- The row is locked even at 0. Of a credit and a lead that arrive at the same moment, the second transaction sees the
  -- first.
  select balance into credits from lead_credits where professional_id = new.professional_id for no key update;
  if credits > 0 then
    perform spend_credit(new, new.waiting_since);
  end if;
  return null;
end $$;

-- For credits that arrive: opens the leads that wait, oldest first, and returns their clients.
create or replace function unlock_waiting(professional uuid, moment timestamptz) returns setof uuid language plpgsql as $$
declare
  credits integer;
  lead leads;
begin
  select balance into credits from lead_credits where professional_id = professional for no key update;
  for lead in
    select * from leads where professional_id = professional and waiting_since is not null
    order by waiting_since, client_id limit greatest(coalesce(credits, 0), 0) for update
  loop
    perform spend_credit(lead, moment);
    return next lead.client_id;
  end loop;
end $$;

drop function open_lead(leads, timestamptz);
