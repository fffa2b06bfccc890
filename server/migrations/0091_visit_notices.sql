-- Notices of the day of a visit are a topic of their own. rule: notice-kinds
alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (
    kind ~ '^(booking|reminder|visit|message|money|verification)\.[a-z_]+$'
  );
alter table notice_switches
  drop constraint notice_switches_topic_check,
  add constraint notice_switches_topic_check check (
    topic in ('booking', 'reminder', 'visit', 'message', 'money', 'verification')
  );
alter table unsubscribe_addresses
  drop constraint unsubscribe_addresses_topic_check,
  add constraint unsubscribe_addresses_topic_check check (
    topic in ('booking', 'reminder', 'visit', 'message', 'money', 'verification')
  );
