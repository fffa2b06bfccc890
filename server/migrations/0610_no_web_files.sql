-- Needs 0610_no_web_files.sql.
-- The built files of earlier versions lie beside the pictures. Servers of before this file read and write this table.
drop table web_files;
