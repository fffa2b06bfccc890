import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'

export type NamedPerson = { id: string; name: string; role: Role }

/** SQL of a row of `users`, by its alias, as JSON. */
export const personSql = (alias: string) => sql<NamedPerson>`json_build_object(
  'id', ${sql.ref(`${alias}.id`)}, 'name', trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}),
  'role', ${sql.ref(`${alias}.role`)})`
