-- No signature of a function names a table, so that functions can be made before the tables. rule: lead-opens
create function spend_credit(professional uuid, client uuid, moment timestamptz) returns void language plpgsql as $$
declare
  lead leads;
begin
  select * into lead from leads where professional_id = professional and client_id = client;
  insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
  values (
    professional, 'spent', -1, case when lead.openings = 0 then 'first_contact' else 'came_back' end,
    format('spent %s %s %s', professional, client, lead.openings + 1), client, moment);
  update leads set opened_at = moment, waiting_since = null, openings = lead.openings + 1,
    return_due_at = case when lead.client_acted_at is null and lead.returned_at is null
      then lead.created_at + interval '72 hours' end
  where professional_id = professional and client_id = client;
end $$;

create or replace function open_new_lead() returns trigger language plpgsql as $$
declare
  credits integer;
begin
  -- The row is locked even at 0. Of a credit and a lead that arrive at the same moment, the second transaction sees the
  -- first.
  select balance into credits from lead_credits where professional_id = new.professional_id for no key update;
  if credits > 0 then
    perform spend_credit(new.professional_id, new.client_id, new.waiting_since);
  end if;
  return null;
end $$;

create or replace function unlock_waiting(professional uuid, moment timestamptz) returns setof uuid language plpgsql as $$
declare
  credits integer;
  client uuid;
begin
  select balance into credits from lead_credits where professional_id = professional for no key update;
  for client in
    select client_id from leads where professional_id = professional and waiting_since is not null
    order by waiting_since, client_id limit greatest(coalesce(credits, 0), 0) for update
  loop
    perform spend_credit(professional, client, moment);
    return next client;
  end loop;
end $$;

drop function spend_credit(leads, timestamptz);
