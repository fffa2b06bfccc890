-- rule: one-line-text. Names and addresses stand in letters and lists, where a second line would look like one of ours.
update users
set first_name = btrim(regexp_replace(first_name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  last_name = btrim(regexp_replace(last_name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  phone = btrim(regexp_replace(phone, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
where (first_name || last_name || phone) ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table users
  add constraint users_names_one_line
    check ((first_name || last_name || phone) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');

update professionals
set full_name = btrim(regexp_replace(full_name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  business_name = btrim(regexp_replace(business_name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
where (full_name || business_name) ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table professionals
  add constraint professionals_names_one_line
    check ((full_name || business_name) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');

update bookings
set address = btrim(regexp_replace(address, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  city = btrim(regexp_replace(city, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  state = btrim(regexp_replace(state, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
where (address || city || state) ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
alter table bookings
  add constraint bookings_address_one_line
    check ((address || city || state) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');

-- rule: social-address. One spelling of each address; one with a backslash leads to another host in some programs.
update professionals set social_media_url = '' where social_media_url ~ '\\';
update professionals
set social_media_url = regexp_replace(social_media_url, '^https?:/+', 'https://', 'i')
where social_media_url ~* '^(http:|https:///)';
