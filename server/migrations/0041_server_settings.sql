-- The outside services of the server that started last, without secrets. A command that runs without a server compares
-- its own settings with them, so that the settings of a shell send no letter to a file and no refund to a simulation.
create table server_settings (
  only_row boolean primary key default true check (only_row),
  services jsonb not null
);
