-- The version of a professional's time also changes with whether they can be reached and with what they offer: then one
-- look-up of the version says whether a cached answer is current. rule: free-times
create function reach_changed() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id) values (coalesce(new.professional_id, old.professional_id));
  return null;
end $$;
create trigger subscriptions_time_written after insert or delete on subscriptions
  for each row execute function reach_changed();
create trigger subscriptions_time_updated after update of status on subscriptions
  for each row when ((old.status = 'lapsed') <> (new.status = 'lapsed')) execute function reach_changed();
-- Only the first and the last credit decide.
create trigger lead_credits_time_inserted after insert on lead_credits
  for each row when (new.balance > 0) execute function reach_changed();
create trigger lead_credits_time_updated after update of balance on lead_credits
  for each row when ((old.balance > 0) <> (new.balance > 0)) execute function reach_changed();
create trigger lead_credits_time_deleted after delete on lead_credits
  for each row when (old.balance > 0) execute function reach_changed();

create function profile_changed() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id) values (old.user_id);
  return null;
end $$;
create trigger professionals_time_updated after update of services on professionals
  for each row when (old.services is distinct from new.services) execute function profile_changed();
create trigger professionals_time_deleted after delete on professionals
  for each row execute function profile_changed();

create function suspension_changed() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id) values (new.id);
  return null;
end $$;
create trigger users_time_updated after update of suspension_id on users
  for each row when (new.role = 'professional' and old.suspension_id is distinct from new.suspension_id)
  execute function suspension_changed();

-- The shortest visit of a service.
create trigger offer_services_time_inserted after insert on offer_services
  referencing new table as changed for each statement execute function time_changed();
create trigger offer_services_time_updated after update on offer_services
  referencing new table as changed for each statement execute function time_changed();
create trigger offer_services_time_deleted after delete on offer_services
  referencing old table as changed for each statement execute function time_changed();
