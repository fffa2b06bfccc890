-- A live connection ends with its session, also in another process. This trigger notifies all processes, whichever
-- command ended the session. Sessions that only expired are found by a check of the connections.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('lustra_live', json_build_object('ended', old.user_id)::text);
  return null;
end $$;
create trigger sessions_ended after delete on sessions
  for each row when (old.expires_at > now()) execute function tell_session_ended();
