-- Needs 0601_no_versions.sql.
-- Servers of this migration neither read nor write these tables, and mark whoever orders their areas anew themselves.
-- rule: search-time-entries, city-figures
drop table place_changes, place_time_changes, time_changes, professional_figures_due, listed_figures;
drop trigger professional_areas_search on professional_areas;
