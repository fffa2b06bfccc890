import { sql } from 'kysely'
import { formats } from '#contract/formats.ts'
import { STAGES } from '#contract/visits/visit-rules.ts'
import type { Role } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import { textsIn, titled, titledFor } from '#server/texts.ts'
import { isLatestVersion } from '#server/bookings/agreements/agreements.ts'
import { isChangeOpen } from '#server/bookings/agreements/changes.ts'
import { isTimerRunning } from '#server/visits/safety/safety-timer.ts'
import { lockPeople } from '#server/people/person/lock-people.ts'
import { bookingFacts } from './booking-notices.ts'
import { settledFacts } from '../notices/settled-facts.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { Notice, NoticeKind, NoticeTopicDefinition } from '../notices/notice.ts'
import { VISIT_EVENTS } from './visit-events.ts'
import type { VisitEvent, VisitEventFacts } from './visit-events.ts'

const HOUR_MS = 3_600_000
/** How often within an hour one visit causes a notice, or the letter of a stage, of what can be taken back at will. */
const TOLD_PER_HOUR = 3
/**
 * The events whose notice waits when one visit has caused too many. For a stage only the letter waits. Looks at access
 * details have no limit: only the first after a change enqueues a job.
 */
const TOGGLED: readonly VisitEvent[] = ['access_ended', 'agreement']

/**
 * The job 'notify-visit': writes the notices of an event of a visit for the other side, or for both if nobody caused
 * it. For a stage that was taken back it removes the unread ones. `waited`: its time has come, so it does not wait
 * again. rule: visit-notices
 */
export async function notifyOfVisit(
  { db, clock, live }: Context,
  { event_id, waited = false }: { event_id: string; waited?: boolean },
): Promise<void> {
  const event = await loadVisitEvent(db, event_id)
  if (!event) return
  const at = clock.now()
  const { client_id, professional_id, actor_id, visit_kind, booking_id: bookingId } = event
  const sides = [
    { role: 'client', userId: client_id, otherId: professional_id },
    { role: 'professional', userId: professional_id, otherId: client_id },
  ] as const
  await db.transaction().execute(async (tx) => {
    await lockPeople(tx, client_id, professional_id)
    // A stage is taken back under this lock: its notices are written before that, or not at all.
    await tx
      .selectFrom('bookings')
      .select('id')
      .where('id', '=', bookingId)
      .forKeyShare()
      .executeTakeFirst()
    if (visit_kind === 'visit.undone') {
      const { stage, event_id: undone, settled } = event.data
      const keys = sides.flatMap(({ userId }) => [
        keyOf(`visit.${stage}`, String(undone), userId),
        keyOf('visit.hours_settled', String(settled), userId),
      ])
      await removeUnread(tx, keys)
      return
    }
    const what = whatOf(visit_kind)
    const waitsUntil = TOGGLED.includes(what) ? await limitOf(tx, event) : undefined
    if (waitsUntil && (await isFollowed(tx, event))) return
    if (waitsUntil && at < waitsUntil && !waited) {
      const key = `notify-visit ${event_id}`
      await enqueue(tx, 'notify-visit', { event_id, waited: true }, { runAt: waitsUntil, key })
      return
    }
    const { to: recipients, toCauser = false }: VisitEventFacts = VISIT_EVENTS[what]
    const press = isStage(what) ? await pressOf(tx, bookingId, event_id) : undefined
    if (isStage(what) && !press) return
    if (waitsUntil && !(await stands(tx, event))) return
    if (what === 'hours_settled' && !(await isSettledBy(tx, bookingId, event_id))) return
    const data = {
      ...event.data,
      event_id,
      ...(press && { eta_minutes: press.eta_minutes }),
    }
    for (const { role, userId, otherId } of sides) {
      if ((userId === actor_id && !toCauser) || !recipients.includes(role)) continue
      const key = keyOf(`visit.${what}`, event_id, userId)
      // A stage is sent in quiet hours too, because the client waits at home. rule: visit-notices, quiet-hours
      const urgent = press !== undefined
      const letterAt = urgent ? await limitOf(tx, event) : undefined
      const notice = { kind: `visit.${what}` as const, key, bookingId, at, data, urgent, letterAt }
      await createNotice(tx, { ...notice, userId, otherId })
    }
  })
  await live.notify([client_id, professional_id], { type: 'notices' })
}

type LoadedEvent = NonNullable<Awaited<ReturnType<typeof loadVisitEvent>>>

/**
 * Until when the notice of an event waits, or the letter of a stage: enough of its kind happened within the hour before
 * it. Undefined: it does not wait. rule: visit-notices
 */
async function limitOf(
  tx: Db,
  { event_id, event_kind, booking_id, at }: LoadedEvent,
): Promise<Date | undefined> {
  const rows = await tx
    .selectFrom('events')
    .select('at')
    .where('subject_id', '=', booking_id)
    .where('kind', '=', event_kind)
    .where('actor_id', 'is not', null)
    .where('at', '>', new Date(+at - HOUR_MS))
    .where('id', '<', event_id)
    .orderBy('id', 'desc')
    .limit(TOLD_PER_HOUR)
    .execute()
  const oldest = rows[TOLD_PER_HOUR - 1]
  return oldest && new Date(+oldest.at + HOUR_MS)
}

/** Whether the same happened again later: the job of that event decides what is told. rule: visit-notices */
async function isFollowed(
  tx: Db,
  { event_id, event_kind, booking_id }: LoadedEvent,
): Promise<boolean> {
  const later = await tx
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', booking_id)
    .where('kind', '=', event_kind)
    .where('id', '>', event_id)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Whether what a notice waited to tell still holds. rule: visit-notices */
async function stands(tx: Db, { visit_kind, booking_id, data }: LoadedEvent): Promise<boolean> {
  const { status, access_ended_at } = await tx
    .selectFrom('bookings')
    .select(['status', 'access_ended_at'])
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  if (visit_kind === 'visit.agreement') {
    return status === 'accepted' && isLatestVersion(tx, booking_id, Number(data['version']))
  }
  // The details of a completed visit stay open until its window closes.
  return access_ended_at !== null && (status === 'accepted' || status === 'completed')
}

/** The notice of an event: that of 'problem.opened' is 'visit.problem_opened'. */
const whatOf = (kind: string) => kind.replace(/^visit\./, '').replace('.', '_') as VisitEvent

const isStage = (what: string) => STAGES.some((stage) => stage === what)

const keyOf = (kind: string, eventId: string, userId: string) => `${kind} ${eventId} ${userId}`

async function loadVisitEvent(db: Db, eventId: string) {
  const event = await db
    .selectFrom('events')
    .innerJoin('bookings', 'bookings.id', 'events.subject_id')
    .select(['events.id as event_id', 'events.kind', 'events.at', 'events.actor_id', 'events.data'])
    .select(['bookings.id as booking_id', 'bookings.client_id', 'bookings.professional_id'])
    .where('events.id', '=', eventId)
    .executeTakeFirst()
  if (!event) return undefined
  const { kind: event_kind, ...facts } = event
  // The notice of an agreement is one of its visit.
  const visit_kind = event_kind === 'agreement.made' ? 'visit.agreement' : event_kind
  return { ...facts, event_kind, visit_kind, data: event.data as Notice['data'] }
}

/** The stage of an event, unless it was taken back. */
async function pressOf(db: Db, bookingId: string, eventId: string) {
  return db
    .selectFrom('booking_stages')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['eta_minutes', 'at', 'received_at'])
    .select((row) => row('bookings.stage', '=', row.ref('booking_stages.stage')).as('is_latest'))
    .where('booking_id', '=', bookingId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
}

/** Whether a settlement stands: hours can be undone, lowered by a late press, or reopened by a no-show. */
async function isSettledBy(db: Db, bookingId: string, eventId: string): Promise<boolean> {
  const hours = await db
    .selectFrom('booking_hours')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return hours !== undefined
}

/** Whether a report still waits for its answer. rule: problem-moves */
async function isProblemOpen(db: Db, problemId: string): Promise<boolean> {
  const problem = await db
    .selectFrom('problems')
    .select('id')
    .where('id', '=', problemId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return problem !== undefined
}

/** Whether the question for two photos is still open. rule: photo-pairs */
async function isPairAsked(db: Db, pairId: string): Promise<boolean> {
  const pair = await db
    .selectFrom('photo_pairs')
    .select('id')
    .where('id', '=', pairId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return pair !== undefined
}

async function removeUnread(tx: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from notices where key = any(${sql.val(keys)}::text[]) and read_at is null`.execute(
    tx,
  )
}

export const visitNotices: NoticeTopicDefinition = {
  compose({ kind, other_name, booking, data }, reader) {
    const what = eventOf(kind)
    const { language, role } = reader
    if (!booking || !toWhom(what).includes(role)) return undefined
    const format = formats(language)
    const date = format.date(booking.starts_at, booking.time_zone)
    const { hours_until } = booking
    const until = hours_until && format.visit(hours_until, booking.time_zone)
    const values = {
      name: other_name ?? '',
      date,
      until,
      minutes: Number(data['eta_minutes']),
      money: format.money(Number(data['total'])),
    }
    const special = specialText(what, { ...data, until })
    const text = special
      ? titled(language, 'visits', `special.${special}`, values)
      : titledFor(language, 'visits', `events.${what}`, role, values)
    if (!text) return undefined
    const t = textsIn(language, 'visits')
    const { problem_id } = data
    return {
      ...text,
      facts: bookingFacts(what === 'hours_settled' ? settledFacts(booking, data) : booking, reader),
      button: problem_id
        ? { label: t('buttons.problem'), path: `/visits/${booking.id}?problem=${problem_id}` }
        : { label: t('buttons.visit'), path: pathOf(what, booking.id) },
    }
  },
  // A changed series has a letter of its own. rule: visit-notices
  hasLetter: ({ kind, data }) => VISIT_EVENTS[eventOf(kind)].letter && data['because'] !== 'series',
  async isStillTrue(db, { kind, booking, data }) {
    const what = eventOf(kind)
    if (what === 'agreement') {
      const version = Number(data['version'])
      return booking?.status === 'accepted' && isLatestVersion(db, booking.id, version)
    }
    if (what === 'change_asked') return isChangeOpen(db, String(data['change_id']))
    if (what === 'problem_opened') return isProblemOpen(db, String(data['problem_id']))
    if (what === 'safety_soon') return isTimerRunning(db, String(data['timer_id']))
    if (what === 'hours_settled')
      return booking !== null && isSettledBy(db, booking.id, String(data['event_id']))
    if (what === 'pair_asked') return isPairAsked(db, String(data['pair_id']))
    if (!isStage(what)) return true
    const press = booking && (await pressOf(db, booking.id, String(data['event_id'])))
    return Boolean(press?.is_latest)
  },
}

/** The sides that are notified of an event. */
const toWhom = (what: VisitEvent): readonly Role[] => VISIT_EVENTS[what].to

/** The text of a notice that has another one than most of its event. rule: visit-notices */
function specialText(what: VisitEvent, { eta_minutes, until, version }: Record<string, unknown>) {
  if (what === 'on_my_way' && eta_minutes) return 'on_my_way_minutes'
  if (what === 'finished' && until) return 'finished_late'
  return what === 'agreement' && version === 1 ? 'agreement_ready' : undefined
}

/** The page that a notice is about. */
function pathOf(what: VisitEvent, id: string): string {
  if (what === 'agreement') return `/bookings/${id}/agreement`
  return what === 'safety_stopped' ? '/settings/safety' : `/visits/${id}`
}

const eventOf = (kind: NoticeKind) => kind.slice('visit.'.length) as VisitEvent
