import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Found } from '#contract/console/finding.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import { newestCases, summaryOf } from '../cases/one-case.ts'
import { bookingsOf, paymentsOf, peopleOf } from './lists.queries.ts'

const FOUND_MAX = 20
const NOTHING: Found = { people: [], bookings: [], payments: [], cases: [] }

/**
 * Finds people, bookings, payments and cases by an id, the number of a payment ('L-12') or of a case ('C-12'), the
 * start of an email or a name, or seven digits or more of a phone. Returns the newest twenty of each kind.
 * rule: finding
 */
export async function findAnything(db: Db, q: string, now: Date): Promise<Found> {
  const id = Id.safeParse(q).data
  if (id !== undefined) return findById(db, id, now)
  const [, letter, number] = /^([lc])-(\d{1,15})$/i.exec(q) ?? []
  if (letter?.toLowerCase() === 'l')
    return { ...NOTHING, payments: await paymentsOf(db, sql`number = ${number}`, FOUND_MAX) }
  if (letter !== undefined)
    return { ...NOTHING, cases: await casesOf(db, caseOfNumberSql(number!), now) }
  return { ...NOTHING, people: await peopleOf(db, personCondition(q), FOUND_MAX) }
}

async function findById(db: Db, id: string, now: Date): Promise<Found> {
  return {
    people: await peopleOf(db, sql`users.id = ${id}::uuid`, FOUND_MAX),
    bookings: await bookingsOf(
      db,
      sql`bookings.id = ${id}::uuid or client_id = ${id}::uuid or professional_id = ${id}::uuid`,
      FOUND_MAX,
    ),
    payments: await paymentsOf(
      db,
      sql`payments.id = ${id}::uuid or professional_id = ${id}::uuid`,
      FOUND_MAX,
    ),
    cases: await casesOf(
      db,
      sql`cases.id = ${id}::uuid or person_id = ${id}::uuid or subject_id = ${id}`,
      now,
    ),
  }
}

async function casesOf(db: Db, condition: RawBuilder<unknown>, now: Date) {
  return (await newestCases(db, condition, FOUND_MAX)).map((row) => summaryOf(row, now))
}

/** The number of a later report of the same subject names its case too. rule: case-screen */
const caseOfNumberSql = (number: string) =>
  sql`cases.number = ${number} or cases.id = (select case_id from reports where reports.id = ${number})`

function personCondition(q: string): RawBuilder<unknown> {
  const startsWith = (text: string) => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const email = startsWith(normalEmail(q))
  // PostgreSQL lowers both sides: JavaScript lowers some letters differently.
  const name = sql`lower(${startsWith(q)})`
  const digits = q.replaceAll(/\D/g, '')
  const isPhone = digits.length >= 7 && /^[\d\s()+.-]+$/.test(q)
  return sql`users.deleted_at is null and (
    users.email_key like ${email} or lower(first_name || ' ' || last_name) like ${name} or lower(last_name) like ${name}
    or lower(full_name) like ${name} or lower(business_name) like ${name}
    or (${isPhone}::boolean and strpos(regexp_replace(phone, '\\D', '', 'g'), ${digits}) > 0))`
}
