-- Clients have a calendar feed too. rule: calendar-feed
alter table calendar_feeds rename column professional_id to user_id;
