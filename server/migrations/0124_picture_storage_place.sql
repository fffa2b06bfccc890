-- Where this database ran when it became the owner of the stored pictures: a copy of it elsewhere is not the owner.
-- Null: it became the owner before places were stored, and an operator has to say so once.
alter table picture_storage add column place text;
