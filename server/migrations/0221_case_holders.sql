-- rule: case-states, case-take-over
alter table cases
  add constraint cases_claimed_by foreign key (claimed_by) references operators,
  add constraint cases_not_for_operator foreign key (not_for) references operators;
create index cases_not_for on cases (not_for) where not_for is not null;
