-- Where this database ran when it became the owner of the stored pictures: a copy of it elsewhere is not the owner.
-- Null: it became the owner before places were stored. An embedded database with its folder stores its place at the
-- next start; for any other an operator has to say so once.
alter table picture_storage add column place text;
