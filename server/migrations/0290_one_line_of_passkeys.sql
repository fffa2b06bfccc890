-- rule: one-line-text. People name their passkeys, and letters say the name.
update passkeys
set name = coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), '-')
where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table passkeys
  add constraint passkeys_name_one_line check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
