-- rule: foreign-key-indexes. Deletion and export of an account look for rows by these columns; the deletion of a
-- booking or a review deletes by them.
create index reviews_of_client on reviews (client_id);
create index reports_of_reporter on reports (reporter_id);
create index reports_of_reported on reports (reported_id);
create index reports_of_review on reports (review_id) where review_id is not null;
create index messages_of_sender on messages (sender_id);
create index messages_of_booking on messages (booking_id) where booking_id is not null;
create index notices_of_user on notices (user_id);
