-- rule: contact-limits. One text of a client goes to at most `most` professionals in 24 hours who have not answered.
create function wait_for_text(client uuid, conversation uuid, written text, moment timestamptz, most integer)
returns integer language plpgsql as $$
declare
  earliest timestamptz;
begin
  perform lock_client(client);
  if exists (
    select from messages
    where conversation_id = conversation and sender_id = client and text = written and created_at > moment - interval '24 hours'
  ) then
    return null;
  end if;
  select min(messages.created_at) into earliest
  from messages join leads on leads.conversation_id = messages.conversation_id
  where leads.client_id = client and sender_id = client and text = written
    and messages.created_at > moment - interval '24 hours'
  group by messages.conversation_id order by min(messages.created_at) desc offset most - 1 limit 1;
  return seconds_until(earliest + interval '24 hours', moment);
end $$;
