-- Cards show some facts of the working hours, so a change of them alters what a search of a place shows.
-- rule: public-times
create trigger professional_times_card_inserted after insert on professional_times
  referencing new table as changed for each statement execute function card_changed('professional_id');
create trigger professional_times_card_updated after update on professional_times
  referencing new table as changed for each statement execute function card_changed('professional_id');
create trigger professional_times_card_deleted after delete on professional_times
  referencing old table as changed for each statement execute function card_changed('professional_id');
