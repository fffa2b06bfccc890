-- The migration that a server has to know to work with what this one contracts. Empty: servers of before work too.
alter table migrations add column needs text;
