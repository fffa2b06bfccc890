-- Live connections end with their session, in whichever process they are: each says so, whichever verb ended it. What only
-- expired is found by the connections' own check.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('lustra_live', json_build_object('ended', old.user_id)::text);
  return null;
end $$;
create trigger sessions_ended after delete on sessions
  for each row when (old.expires_at > now()) execute function tell_session_ended();
