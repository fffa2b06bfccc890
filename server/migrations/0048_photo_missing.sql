-- rule: photo-required. True from the moment the profile photo is deleted until there is a new one: search does not
-- find the professional meanwhile.
alter table professionals add column photo_missing boolean not null default false;
update professionals set photo_missing = true where profile_image is null;
delete from search_entries where professional_id in (select user_id from professionals where photo_missing);
