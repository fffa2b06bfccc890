import { sql } from 'kysely'
import { chance } from './chance.ts'
import type { Tx } from '#server/db/db.ts'
import { within } from '#server/scope.ts'
import { countCities } from '#server/market/cities/count-cities.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { recountReviews } from '#server/market/reviews/recount-reviews.ts'
import type { Context } from '#server/context.ts'
import { writeAbsence } from './visits/absence.ts'
import { writeAccess } from './visits/access.ts'
import { writeAgreements } from './visits/agreements.ts'
import { writeAnswers } from './answers.ts'
import {
  DEMO_PEOPLE,
  DEMO_CLIENTS,
  DEMO_PROFESSIONALS,
  DEMO_PASSWORD,
} from './market/demo-people.ts'
import { writeHours } from './visits/hours.ts'
import { writeHomes } from './visits/homes.ts'
import { writeEnquiry, writeMessages } from './messages.ts'
import { writeLaterReviews, writeReviewDetails } from './market/later-reviews.ts'
import { writeMoney } from './money.ts'
import { visitsOfPair } from './visits/pair-visits.ts'
import { demoClients, demoProfessionals } from './market/people.ts'
import { writeOperatorWork } from './console/operator-work.ts'
import { writeCounts } from './console/operators.ts'
import { writePhotoPairs } from './market/photo-pairs.ts'
import {
  storePictures,
  storePrivatePicture,
  storeReviewPhoto,
  storeVisitPhotos,
} from './market/pictures.ts'
import { disputedVisit, writeAnsweredProblem, writeDisputedNoShow } from './visits/problems.ts'
import { writeRegularVisits } from './visits/regular-visits.ts'
import { visitsToKept } from './visits/reliability.ts'
import { writeSafetyContact } from './visits/safety.ts'
import { inhabitedZips } from './market/territory.ts'
import { absentVisits, comingVisits, pastVisits } from './visits/visits.ts'
import { writePunctuality, writeVisitStages } from './visits/visit-stages.ts'
import { writeBusyCalendar } from './visits/busy-calendar.ts'
import { demoWorkingHours } from './visits/working-hours.ts'
import { demoOffers } from './market/offers.ts'
import {
  writeOffers,
  writePeople,
  writePictureFacts,
  writeVisits,
  writeWorkingHours,
} from './write.ts'

const SEED = 20_261_121
const CLIENTS = 600

/**
 * Writes the demo world with `count` generated professionals in one transaction. Returns false, without a change, if
 * any user exists.
 */
export async function writeDemoWorld(
  context: Context,
  count: number,
  onBegin: () => void,
): Promise<boolean> {
  const write = async (db: Tx, passwordHash: string) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo world'))`.execute(db)
    const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (anyUser) return false
    onBegin()
    await sql`set local statement_timeout = 0`.execute(db)
    // After both, so that no row names a picture that does not exist.
    const [stored] = await Promise.all([
      storePictures(context.files),
      writeWorld(context, db, count, passwordHash),
    ])
    await writePictureFacts(db, stored)
    return true
  }
  // No time-out: nobody waits for this, and a slow machine may need long.
  return within({ statementMsMax: Infinity }, async () => {
    // A transaction would hold its connection while the hash waits for its turn.
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    const filled = await context.db.transaction().execute((tx) => write(tx, passwordHash))
    if (filled) await countCities(context)
    return filled
  })
}

async function writeWorld(
  context: Context,
  db: Tx,
  count: number,
  passwordHash: string,
): Promise<void> {
  const random = chance(SEED)
  const now = context.clock.now()
  const zips = await inhabitedZips(db)
  const clients = demoClients(DEMO_CLIENTS, zips, CLIENTS, random, now)
  const professionals = demoProfessionals(
    DEMO_PROFESSIONALS,
    (label) => areaOf(context, label),
    zips,
    count,
    random,
    now,
  )
  await writePeople(db, clients, professionals, passwordHash, now)
  await writeWorkingHours(db, demoWorkingHours(professionals))
  await writeOffers(db, demoOffers(professionals))
  const grace = professionals.find(({ email }) => email === DEMO_PEOPLE.grace.email)!
  await writeBusyCalendar(context, db, grace.id, now)

  const past = pastVisits(professionals, clients, random, now)
  const upcoming = comingVisits(professionals, clients, random, now)
  const ana = professionals.find(({ email }) => email === DEMO_PEOPLE.ana.email)!
  const absent = absentVisits(ana, clients, random, now)
  const maya = clients.find(({ email }) => email === DEMO_PEOPLE.maya.email)!
  const { done, near } = visitsOfPair(grace, maya, random, now)
  const others = [...past.bookings, ...upcoming, ...absent, ...done, near]
  const lucia = professionals.find(({ email }) => email === DEMO_PEOPLE.lucia.email)!
  const disputed = disputedVisit(lucia, clients, others, now)
  const bookings = [...others, ...visitsToKept(grace, clients, others, random, now), disputed]
  await writeVisits(db, { ...past, bookings })
  await writeAbsence(db, ana, now)
  await writeRegularVisits(db, grace, maya, now)
  await writeHomes(db, maya, near.id, now)
  await writeAgreements(
    db,
    professionals.filter(({ email }) =>
      Object.values(DEMO_PEOPLE).some((one) => one.email === email),
    ),
    now,
  )
  await writeVisitStages(db, grace, maya)
  await writePunctuality(db, grace)
  const photos = await storeHomePhotos(context.files)
  await writeAccess(context, db, maya, grace, { near: near.id, photos, now })
  await writeDisputedNoShow(db, disputed)
  await writeHours(db, grace, maya, now)
  await writeAnsweredProblem(db, grace, maya, now)
  await writeSafetyContact(db, ana, now)
  await writePhotoPairs(db, grace, maya, await storeVisitPhotos(context.files))
  await writeAnswers(db, now)
  await writeLaterReviews(db, grace, maya, now)
  await writeReviewDetails(db, lucia, await storeReviewPhoto(context.files))
  await writeEnquiry(db, clients, professionals, now)
  await writeMoney(db, now, lucia.id)
  await writeMessages(
    db,
    clients,
    professionals,
    now,
    await storePrivatePicture(context.files, 'home-kitchen-before'),
  )
  await dropNotices(db)
  await writeCounts(db, now)
  await writeOperatorWork(context, db, { clients, professionals, passwordHash })
  await countReviews(
    db,
    professionals.map(({ id }) => id),
  )
}

async function storeHomePhotos(files: Context['files']): Promise<string[]> {
  const rooms = ['kitchen', 'living', 'bedroom'] as const
  const photos = await Promise.all(rooms.map((room) => storePrivatePicture(files, `home-${room}`)))
  return photos.map(({ file }) => file)
}

/** Nobody of the demo world gets a letter or a push message about what the commands of the product have written. */
async function dropNotices(db: Tx): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier in ('notify-booking', 'notify-visit')`.execute(db)
}

async function countReviews(db: Tx, professionalIds: string[]): Promise<void> {
  // recountReviews reads the bookings of each pair. Without fresh statistics the planner chooses a slow plan.
  for (const table of ['users', 'professionals', 'professional_areas', 'bookings', 'reviews']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
  await recountReviews(db, professionalIds)
}

function areaOf({ places }: Context, label: string) {
  const place = places.find(label)
  if (!place) throw new Error(`There is no place called ${label}`)
  return { place_id: place.placeId, label: place.label }
}
