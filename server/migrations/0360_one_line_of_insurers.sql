-- rule: one-line-text. A badge shows the insurer, and the subject of a thread is that of its letters.
alter table document_checks
  add constraint document_checks_insurer_one_line check (insurer !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
alter table support_messages
  add constraint support_messages_subject_one_line check (subject !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
