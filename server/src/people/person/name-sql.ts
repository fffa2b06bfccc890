import { sql } from 'kysely'

/** SQL of the whole name in a row of `users`, by its alias. A deleted person has no last name. */
export const nameSql = (alias = 'users') =>
  sql<string>`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`
