-- With which keys, origins and storage of pictures the processes of this database run, so that one with others is found
-- at its start. Of keys there are only fingerprints. rule: one-installation
create table installation (
  only_row boolean primary key default true check (only_row),
  -- The same id is in the file `lustra-storage` of the storage.
  storage_id text,
  settings jsonb not null default '{}'
);
