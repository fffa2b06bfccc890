import { sql } from 'kysely'
import type { DemoLanguage } from './demo-language.ts'
import type { Db } from '#server/db/db.ts'
import type { StoredPicture } from '#server/pictures/stored-picture.ts'
import { DEMO_PEOPLE, DEMO_PROFESSIONALS } from './market/demo-people.ts'
import { ENQUIRY, FIRST_MESSAGES, OWN_THREADS } from './conversations.ts'
import type { Line } from './conversations.ts'
import { HOUR_MS, hoursBefore } from './market/people.ts'
import type { DemoClient, DemoProfessional } from './market/people.ts'
import { ownClientOf } from './visits/visits.ts'

/** Writes Maya's contact with Ana. It needs a credit, so it comes before the ledger is written. */
export async function writeEnquiry(
  db: Db,
  clients: readonly DemoClient[],
  professionals: readonly DemoProfessional[],
  now: Date,
): Promise<void> {
  const at = hoursBefore(now, ENQUIRY[0]!.hoursAgo)
  await db
    .insertInto('leads')
    .values({
      professional_id: byEmail(professionals, DEMO_PEOPLE.ana.email).id,
      client_id: byEmail(clients, DEMO_PEOPLE.maya.email).id,
      source: 'message',
      opened_at: at,
      openings: 1,
      client_acted_at: at,
      created_at: at,
    })
    .execute()
}

/** Writes the conversations of the named people, in order with the messages about their bookings. */
export async function writeMessages(
  db: Db,
  clients: readonly DemoClient[],
  professionals: readonly DemoProfessional[],
  now: Date,
  photo: StoredPicture,
): Promise<void> {
  const named = DEMO_PROFESSIONALS.filter(({ active }) => active).map(({ email }) =>
    byEmail(professionals, email),
  )
  const threads = named.map((professional) => ({
    professional,
    client: ownClientOf(professional, clients),
    lines: OWN_THREADS[professional.email]!,
  }))
  const enquiry = {
    professional: byEmail(professionals, DEMO_PEOPLE.ana.email),
    client: byEmail(clients, DEMO_PEOPLE.maya.email),
    lines: ENQUIRY,
  }
  const written = [...threads, enquiry].flatMap(({ professional, client, lines }) =>
    lines.map((line) => rowOf(line, professional, client, now, photo)),
  )
  await writeRows(db, [...written, ...(await firstMessages(db, named, photo, now))])
}

/**
 * Writes messages in the order of their times. A thread is ordered by row, so existing rows of these threads are
 * deleted and written again in between. All count as notified, so no letters are sent.
 */
async function writeRows(db: Db, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  const columns = sql.raw(
    'conversation_id, sender_id, receiver_id, kind, text, picture, picture_facts, booking_id, event, created_at, read_at, told_at',
  )
  await sql`
    with line as (
      select line.*, conversation_id, created_at as told_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as line (
        professional_id uuid, client_id uuid, sender_id uuid, receiver_id uuid, kind text, text text, picture text,
        picture_facts jsonb, booking_id uuid, event text, created_at timestamptz, read_at timestamptz)
      join (select professional_id, client_id, conversation_id from leads) as lead using (professional_id, client_id)
    ), moved as (
      delete from messages where conversation_id in (select conversation_id from line) returning *
    )
    insert into messages (${columns})
    select ${columns} from (select ${columns} from line union all select ${columns} from moved) as thread
    order by created_at`.execute(db)
  await sql`
    update leads set answered_at = answer.at
    from (
      select conversation_id, sender_id, min(created_at) as at from messages where kind <> 'booking'
      group by conversation_id, sender_id
    ) as answer
    where answer.conversation_id = leads.conversation_id and answer.sender_id = leads.professional_id`.execute(
    db,
  )
}

/**
 * Clients who request a move-in or move-out cleaning of a named professional also write a message. The lead of Lucía's
 * latest one is locked.
 */
async function firstMessages(
  db: Db,
  named: readonly DemoProfessional[],
  photo: StoredPicture,
  now: Date,
) {
  const requests = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'client_id')
    .where('status', '=', 'pending')
    .where('service_type', '=', 'move_in_out')
    .where(
      'professional_id',
      'in',
      named.map(({ id }) => id),
    )
    .select(['professional_id', 'client_id', 'language', 'bookings.created_at'])
    .execute()
  return requests.map(({ professional_id, client_id, language, created_at }) => {
    const hoursAgo = (now.getTime() - created_at.getTime()) / HOUR_MS - 0.1
    const line = {
      from: 'client',
      hoursAgo,
      text: FIRST_MESSAGES[language as DemoLanguage],
      unread: true,
    } as const
    return rowOf(line, { id: professional_id }, { id: client_id }, now, photo)
  })
}

function rowOf(
  { from, hoursAgo, text, unread, photo }: Line,
  professional: { id: string },
  client: { id: string },
  now: Date,
  { file, facts }: StoredPicture,
) {
  const at = hoursBefore(now, hoursAgo)
  const [sender, receiver] = from === 'client' ? [client, professional] : [professional, client]
  return {
    professional_id: professional.id,
    client_id: client.id,
    sender_id: sender.id,
    receiver_id: receiver.id,
    kind: photo ? 'picture' : 'text',
    text,
    picture: photo ? file : null,
    picture_facts: photo ? facts : null,
    created_at: at,
    read_at: unread ? null : new Date(at.getTime() + HOUR_MS / 4),
  }
}

function byEmail<Person extends { email: string }>(
  people: readonly Person[],
  email: string,
): Person {
  return people.find((person) => person.email === email)!
}
