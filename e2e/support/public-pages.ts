/** One address of each kind of page that search engines may index and whose content comes from the database. */
export const INDEXABLE_PAGES = [
  '/',
  '/search?zip_code=78701',
  '/professional/grace-walker',
  '/house-cleaning',
  '/house-cleaning/tx',
  '/house-cleaning/tx/austin',
]
