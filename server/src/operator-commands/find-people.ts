import { sql } from 'kysely'
import { normalEmail } from '../features/identity/normal-email.ts'
import type { Context } from '../context.ts'

const FOUND_MAX = 20

/**
 * People by id, by a part of the email or the beginning of a name in any case, or by the invoice of a payment. The
 * newest 20. rule: operator-commands
 */
export async function findPeople({ db }: Context, text: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select users.id, role, email, first_name, last_name, full_name, users.created_at, deleted_at
    from users left join professionals on professionals.user_id = users.id
    where users.id::text = lower(${text})
      or position(${normalEmail(text)} in email_key) > 0
      or starts_with(lower(first_name || ' ' || last_name), lower(${text}))
      or starts_with(lower(last_name), lower(${text}))
      or starts_with(lower(full_name), lower(${text}))
      or users.id in (select professional_id from payments where 'L-' || number = upper(${text}))
    order by users.created_at desc, users.id limit ${FOUND_MAX}`.execute(db)
  return rows
}
