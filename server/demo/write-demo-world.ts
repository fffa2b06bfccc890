import { sql } from 'kysely'
import { chance } from '#drawings/chance.ts'
import type { Db } from '#server/db/db.ts'
import { hashPassword } from '#server/features/identity/passwords.ts'
import { recountReviews } from '#server/features/reviews/recount-reviews.ts'
import type { Context } from '#server/context.ts'
import { writeAnswers } from './answers.ts'
import { DEMO_PEOPLE, DEMO_CLIENTS, DEMO_PROFESSIONALS, DEMO_PASSWORD } from './demo-people.ts'
import { writeEnquiry, writeMessages } from './messages.ts'
import { writeMoney } from './money.ts'
import { demoClients, demoProfessionals } from './people.ts'
import { paintPictures, paintPrivatePicture } from './pictures.ts'
import { inhabitedZips } from './territory.ts'
import { comingVisits, pastVisits } from './visits.ts'
import { writePeople, writePictureFacts, writeVisits } from './write.ts'

const SEED = 20_261_121
const CLIENTS = 600

/** Makes the demo world of `count` professionals in one transaction; false, and nothing done, where there is anybody already. */
export async function writeDemoWorld(
  context: Context,
  count: number,
  onBegin: () => void,
): Promise<boolean> {
  return context.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo world'))`.execute(db)
    const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (somebody) return false
    onBegin()
    // Whatever it takes on a busy machine: nobody waits for an answer.
    await sql`set local statement_timeout = 0`.execute(db)
    // At the end of both, so that rows never name a picture that is not there (decision 36).
    const [painted] = await Promise.all([
      paintPictures(context.files),
      writeWorld(context, db, count),
    ])
    await writePictureFacts(db, painted)
    return true
  })
}

async function writeWorld(context: Context, db: Db, count: number): Promise<void> {
  const dice = chance(SEED)
  const now = context.clock.now()
  const zips = await inhabitedZips(db)
  const clients = demoClients(DEMO_CLIENTS, zips, CLIENTS, dice, now)
  const professionals = demoProfessionals(
    DEMO_PROFESSIONALS,
    (label) => areaOf(context, label),
    zips,
    count,
    dice,
    now,
  )
  await writePeople(db, clients, professionals, await hashPassword(DEMO_PASSWORD))

  const past = pastVisits(professionals, clients, dice, now)
  const coming = comingVisits(professionals, clients, dice, now)
  await writeVisits(db, { ...past, bookings: [...past.bookings, ...coming] })
  await writeAnswers(db, now)
  await writeEnquiry(db, clients, professionals, now)
  await writeMoney(
    db,
    now,
    professionals.find(({ email }) => email === DEMO_PEOPLE.lucia.email)!.id,
  )
  await writeMessages(db, clients, professionals, now, await paintPrivatePicture(context.files))
  // Counting asks the bookings of each pair; without this the planner thinks they are few.
  for (const table of ['users', 'professionals', 'professional_areas', 'bookings', 'reviews']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
  await recountReviews(
    db,
    professionals.map(({ id }) => id),
  )
}

function areaOf({ places }: Context, label: string) {
  const place = places.find(label)
  if (!place) throw new Error(`There is no place called ${label}`)
  return { place_id: place.placeId, label: place.label }
}
