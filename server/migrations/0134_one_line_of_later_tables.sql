-- rule: one-line-text. As 0036, for the names and addresses that came later. A name is never empty.
update homes
set address = btrim(regexp_replace(address, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  city = btrim(regexp_replace(city, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  state = btrim(regexp_replace(state, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
where (address || city || state) ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table homes
  add constraint homes_address_one_line
    check ((address || city || state) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');

update series
set address = btrim(regexp_replace(address, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  city = btrim(regexp_replace(city, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  state = btrim(regexp_replace(state, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
where (address || city || state) ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table series
  add constraint series_address_one_line
    check ((address || city || state) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');

update safety_contacts
set name = coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), '?')
where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table safety_contacts
  add constraint safety_contacts_name_one_line
    check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');

update support_messages
set name = coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), '?')
where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table support_messages
  add constraint support_messages_name_one_line
    check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
