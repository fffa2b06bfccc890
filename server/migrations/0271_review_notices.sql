-- Notices of reviews are a topic of their own, and so are those of the account. rule: notice-kinds, review-asks
alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (
    kind ~ '^(booking|reminder|visit|message|money|verification|account|review)\.[a-z_]+$'
  );
alter table notice_switches
  drop constraint notice_switches_topic_check,
  add constraint notice_switches_topic_check check (
    topic in ('booking', 'reminder', 'visit', 'message', 'money', 'verification', 'account', 'review')
  );
alter table unsubscribe_addresses
  drop constraint unsubscribe_addresses_topic_check,
  add constraint unsubscribe_addresses_topic_check check (
    topic in ('booking', 'reminder', 'visit', 'message', 'money', 'verification', 'account', 'review')
  );
-- The visits after which a client is asked for a review.
create index bookings_ended on bookings (ends_at) where status in ('accepted', 'completed');
