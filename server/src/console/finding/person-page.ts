import { sql } from 'kysely'
import { dollars } from '#contract/bookings/booking-price.ts'
import type { PersonPage } from '#contract/console/finding.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { listedSql, reachableSql } from '#server/people/listing/listed.ts'
import { deviceOf } from '#server/people/sessions/device.ts'
import { newestCases, summaryOf } from '../cases/one-case.ts'
import {
  bookingsOf,
  conversationsOf,
  paymentsOf,
  reportsOf,
  reviewsOf,
  STATE_SQL,
} from './lists.queries.ts'

const LISTED_MAX = 50

type Opener = { operatorId: string; requestId: string }

/**
 * The page of a person for an operator, with the newest 50 of each list. Its opening is an entry of the audit log, once
 * an hour. Refuses not_found. rule: finding
 */
export async function openPersonPage(
  { db, clock }: Context,
  opener: Opener,
  personId: string,
): Promise<PersonPage> {
  const now = clock.now()
  const id = Id.safeParse(personId).data ?? refuse('not_found')
  const person = (await loadPerson(db, id)) ?? refuse('not_found')
  await recordOpening(db, opener, id, now)
  const professional = person.role === 'professional' ? await loadProfessional(db, id) : null
  const factors = await loadFactors(db, id)
  return {
    person,
    professional,
    factors,
    sessions: await loadSessions(db, id, now),
    bookings: await bookingsOf(
      db,
      sql`client_id = ${id}::uuid or professional_id = ${id}::uuid`,
      LISTED_MAX,
    ),
    payments: await paymentsOf(db, sql`professional_id = ${id}::uuid`, LISTED_MAX),
    reviews_written: await reviewsOf(db, 'client_id', id, LISTED_MAX),
    reviews_received: await reviewsOf(db, 'professional_id', id, LISTED_MAX),
    reports_by: await reportsOf(db, 'reporter_id', id, LISTED_MAX),
    reports_about: await reportsOf(db, 'reported_id', id, LISTED_MAX),
    cases: (await newestCases(db, sql`person_id = ${id}::uuid`, LISTED_MAX)).map((row) =>
      summaryOf(row, now),
    ),
    conversations: await conversationsOf(db, id, LISTED_MAX),
    flags: await loadFlags(db, id),
    may: actionsOf(person, professional, factors),
  }
}

async function recordOpening(
  db: Db,
  { operatorId, requestId }: Opener,
  personId: string,
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const key = `person page ${operatorId} ${personId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const { rows } = await sql`
      select from audit_log where action = 'person_opened' and operator = ${operatorId} and subject_id = ${personId}
        and at > ${at}::timestamptz - interval '1 hour' limit 1`.execute(tx)
    if (rows.length > 0) return
    const action = { action: 'person_opened', subjectId: personId, doneBy: operatorId, at } as const
    await recordOperatorAction(tx, action, { reason: 'opened', requestId })
  })
}

async function loadPerson(db: Db, id: string): Promise<PersonPage['person'] | undefined> {
  const { rows } = await sql<{
    id: string
    role: Role
    name: string
    email: string
    email_verified: boolean
    phone: string
    language: string
    created_at: Date
    state: PersonPage['person']['state']
    suspended_until: Date | null
  }>`
    select id, role, ${nameSql()} as name, email, email_verified_at is not null as email_verified, phone,
      language, created_at, ${STATE_SQL} as state,
      (select until from suspensions where suspensions.id = suspension_id) as suspended_until
    from users where id = ${id}::uuid`.execute(db)
  const [row] = rows
  return (
    row && {
      ...row,
      created_at: row.created_at.toISOString(),
      suspended_until: row.suspended_until?.toISOString() ?? null,
    }
  )
}

async function loadProfessional(db: Db, id: string): Promise<PersonPage['professional']> {
  const { rows } = await sql<{
    slug: string
    listed: boolean
    reachable: boolean
    status: string | null
    paid_until: Date | null
    price_cents: number | null
    credits: number
    background_check_status: string
    background_checked_at: Date | null
  }>`
    select slug, ${listedSql('user_id')} as listed, ${reachableSql('user_id')} as reachable, status, paid_until,
      price_cents, coalesce(balance, 0) as credits, background_check_status, background_checked_at
    from professionals left join subscriptions on subscriptions.professional_id = user_id
    left join lead_credits on lead_credits.professional_id = user_id
    where user_id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (!row) return null
  const {
    status,
    paid_until,
    price_cents,
    background_check_status,
    background_checked_at,
    ...facts
  } = row
  return {
    ...facts,
    subscription:
      status === null
        ? null
        : { status, paid_until: paid_until!.toISOString(), price: dollars(price_cents!) },
    badges: [
      ...(background_check_status === 'approved'
        ? [{ id, kind: 'background', checked_at: background_checked_at?.toISOString() ?? null }]
        : []),
      ...(await loadDocumentBadges(db, id)),
    ],
  }
}

async function loadDocumentBadges(db: Db, id: string) {
  const badges = await db
    .selectFrom('document_checks')
    .select(['id', 'kind', 'decided_at'])
    .where('professional_id', '=', id)
    .where('state', '=', 'approved')
    .orderBy('kind')
    .execute()
  return badges.map(({ decided_at, ...badge }) => ({
    ...badge,
    checked_at: decided_at!.toISOString(),
  }))
}

async function loadFactors(db: Db, id: string): Promise<PersonPage['factors']> {
  const { rows } = await sql<PersonPage['factors']>`
    select (select count(*)::int from passkeys where user_id = ${id}::uuid) as passkeys,
      exists (select from totp_secrets where user_id = ${id}::uuid and confirmed_at is not null) as totp,
      (select count(*)::int from recovery_codes where user_id = ${id}::uuid) as recovery_codes_left`.execute(
    db,
  )
  return rows[0]!
}

/** A session's network is that of the newest event that its browser caused. */
async function loadSessions(db: Db, id: string, now: Date): Promise<PersonPage['sessions']> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['session_id', 'user_agent', 'last_seen_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(LISTED_MAX)
    .execute()
  const { rows: tags } = await sql<{
    browser: string | null
    system: string | null
    network_tag: string
  }>`
    select distinct on (browser, system) browser, system, network_tag from security_events
    where user_id = ${id}::uuid and network_tag is not null order by browser, system, id desc`.execute(
    db,
  )
  return sessions.map(({ session_id, user_agent, last_seen_at }) => {
    const { browser, system } = deviceOf(user_agent)
    const tag = tags.find((one) => one.browser === browser && one.system === system)
    return {
      id: session_id,
      browser,
      system,
      last_seen_at: last_seen_at.toISOString(),
      network: tag?.network_tag ?? null,
    }
  })
}

async function loadFlags(db: Db, id: string): Promise<PersonPage['flags']> {
  const { rows } = await sql<{ kind: string; since: Date }>`
    select kind, min(since) as since from flags where user_id = ${id}::uuid
    group by kind order by since desc limit ${LISTED_MAX}`.execute(db)
  return rows.map(({ kind, since }) => ({ kind, since: since.toISOString() }))
}

/** The actions about a person that have an effect now, by their names. */
function actionsOf(
  { state, role }: PersonPage['person'],
  professional: PersonPage['professional'],
  { passkeys, totp }: PersonPage['factors'],
): string[] {
  if (state === 'deleted') return []
  return [
    state === 'suspended' ? 'restore' : 'suspend',
    'end-sessions',
    ...(passkeys > 0 || totp ? ['remove-second-factor'] : []),
    'message',
    ...(role === 'professional' ? ['credits'] : []),
    ...(professional && professional.badges.length > 0 ? ['withdraw'] : []),
    'view',
  ]
}
