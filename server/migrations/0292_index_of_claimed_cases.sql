-- The cases that an operator holds.
create index cases_claimed_by on cases (claimed_by) where claimed_by is not null;
