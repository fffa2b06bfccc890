-- What operators do, under the name that code and documents use.
alter table operator_deeds rename to operator_actions;
alter table operator_actions rename column deed to action;
