-- rule: unsubscribe. A UUID has 122 random bits. The server makes the tokens of new links itself, of 256 bits. The
-- links in letters that were sent before keep working.
alter table unsubscribe_addresses
  drop constraint unsubscribe_addresses_pkey,
  drop constraint unsubscribe_addresses_user_id_topic_key,
  add primary key (user_id, topic),
  alter column token drop not null,
  alter column token drop default,
  add unique (token),
  add column secret text unique check (length(secret) = 43);
