-- rule: one-line-text. The letters to an operator and the audit log's readers see the name.
alter table operators
  add constraint operators_name_one_line check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
