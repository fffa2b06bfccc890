-- The secrets of these two operators of the demo world stood in the README, so they end. `npm run operator -- operators
-- reset EMAIL` lets the operator in again. rule: demo-operators
delete from operator_sessions where operator_id in (select operator_id from operator_totp_secrets
  join operators on operators.id = operator_id
  where email_key in ('operator.one@demo.lustra.example', 'operator.two@demo.lustra.example'));
update operators set password_hash = null, password_version = password_version + 1
where email_key in ('operator.one@demo.lustra.example', 'operator.two@demo.lustra.example')
  and id in (select operator_id from operator_totp_secrets);
delete from operator_totp_secrets where operator_id in (select id from operators
  where email_key in ('operator.one@demo.lustra.example', 'operator.two@demo.lustra.example'));
