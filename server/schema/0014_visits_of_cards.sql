-- How many visits of a listed professional took place, so that a search counts none. The nightly job
-- 'recount-visits' fills the cards that are stored already. rule: search-card
alter table search_cards add column visits integer not null default 0;
