import { sql } from 'kysely'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Role } from '#contract/product.ts'

export type NamedPerson = { id: string; name: string; role: Role }

/** SQL of a row of `users`, by its alias, as JSON. */
export const personSql = (alias: string) => sql<NamedPerson>`json_build_object(
  'id', ${sql.ref(`${alias}.id`)}, 'name', ${nameSql(alias)},
  'role', ${sql.ref(`${alias}.role`)})`
