import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { SecurityEvent, SecurityEventKind } from '#contract/account/account.ts'
import type { Db } from '#server/db/db.ts'
import { networkOf } from '#server/http/limits/rate-limits.ts'
import { repeatWhileFull } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { deviceOf } from './device.ts'
import { deviceToken } from './known-devices.ts'

const PAGE = 50
/** How many events of one kind one network can cause in an hour. More would only fill the table. */
const REPEATED_PER_HOUR_MAX = 100
/** The kinds that a client can cause without end: their requests are refused before they count for anything else. */
const REPEATABLE: ReadonlySet<SecurityEventKind> = new Set(['sign_in_limited', 'limit', 'refused'])
/** A statement changes no more rows than this, so that it stays short also when much has collected. */
const BATCH_SIZE = 5000
const HOUR_MS = 60 * 60 * 1000

export type NewSecurityEvent = {
  kind: SecurityEventKind
  /** The account: by its id, by an email in its normal form, or neither for a visitor. */
  account: { id: string } | { emailKey: string } | null
  /** Whether the account knew the browser. Default: whether it does now. */
  knownDevice?: boolean
}

/** Records events of one request, in the transaction of the change that they describe or outside of any. */
export type SecurityLog = (db: Db, event: NewSecurityEvent) => Promise<void>

type LogContext = Pick<Context, 'clock' | 'config' | 'log' | 'verificationKeys'>

/** The source of an event: the browser, a tag of its network and the id of the request; all null of an operator. */
type Source = {
  browser: string | null
  system: string | null
  /** The token of its device cookie. */
  device: string | null
  networkTag: string | null
  /** The network address, which only the log has. */
  address: string | null
  requestId: string | null
}

/**
 * The log of a request. A stored event has the browser and a tag of its network; its network address is only in the
 * server's log. An email without an account is stored as a keyed hash. rule: security-events, log-lines
 */
export function securityLog(context: LogContext, request: FastifyRequest): SecurityLog {
  return logOf(context, {
    ...deviceOf(request.headers['user-agent'] ?? ''),
    device: deviceToken(request, context.config) ?? null,
    networkTag: networkTagOf(context, request),
    address: request.ip,
    requestId: request.id,
  })
}

/** The log of what an operator does to accounts. rule: security-events */
export function operatorSecurityLog(context: LogContext): SecurityLog {
  return logOf(context, {
    browser: null,
    system: null,
    device: null,
    networkTag: null,
    address: null,
    requestId: null,
  })
}

function logOf(
  context: LogContext,
  { browser, system, device, networkTag, address, requestId }: Source,
): SecurityLog {
  return async (db, { kind, account, knownDevice = null }) => {
    const at = context.clock.now()
    const id = account && 'id' in account ? account.id : null
    const emailKey = account && 'emailKey' in account ? account.emailKey : null
    const emailHash = emailKey === null ? null : keyedHash(context, `email ${emailKey}`)
    const most = REPEATABLE.has(kind) ? REPEATED_PER_HOUR_MAX : null
    const { rows } = await sql<{ user_id: string | null }>`
      insert into security_events
        (at, kind, user_id, email_hash, browser, system, known_device, network_tag, request_id)
      select ${at}, ${kind}, person.id, case when person.id is null then ${emailHash}::bytea end, ${browser}, ${system},
        coalesce(${knownDevice}::boolean, exists (
          select from known_devices where user_id = person.id and expires_at > ${at}
            and device_hash = sha256(convert_to(person.id::text || ' ' || ${device}::text, 'UTF8')))),
        ${networkTag}, ${requestId}
      from (select (select id from users
        where (id = ${id}::uuid or email_key = ${emailKey}::text) and deleted_at is null) as id) as person
      where ${most}::integer is null or ${most}::integer > (
        select count(*) from security_events
        where network_tag = ${networkTag} and kind = ${kind} and at > ${new Date(at.getTime() - HOUR_MS)})
      returning user_id`.execute(db)
    // Also in the log, which is sent to another system: whoever breaks in can take nothing back there.
    for (const { user_id } of rows) {
      const event = { security: kind, account: user_id, browser, system, network: networkTag }
      context.log.info({ ...event, address, reqId: requestId }, 'security event')
    }
  }
}

/** A keyed tag of a network, from which its address cannot be computed. rule: security-events */
export function networkTagOf(
  context: Pick<Context, 'verificationKeys'>,
  request: FastifyRequest,
): string {
  const hash = keyedHash(context, `network ${networkOf(request.ip)}`)
  return `n-${hash.toString('hex').slice(0, 6)}`
}

export function keyedHash(
  { verificationKeys }: Pick<Context, 'verificationKeys'>,
  text: string,
): Buffer {
  return createHmac('sha256', verificationKeys.hash).update(`security event ${text}`).digest()
}

/**
 * The events of an account, newest first, 50 a page: those before the event `before`, if given. rule: security-events
 */
export async function securityEvents(
  db: Db,
  userId: string,
  before: string | undefined,
): Promise<{ events: SecurityEvent[]; has_more: boolean }> {
  const rows = await db
    .selectFrom('security_events')
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .select(['id', 'kind', 'at', 'browser', 'system', 'known_device', 'request_id'])
    .$narrowType<{ kind: SecurityEventKind }>()
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  return {
    events: rows.slice(0, PAGE).map(({ request_id, ...row }) => ({
      ...row,
      at: row.at.toISOString(),
      by_operator: request_id === null,
    })),
    has_more: rows.length > PAGE,
  }
}

/** Job: deletes events after 365 days, and their network tags after 90. rule: security-events */
export async function deleteOldSecurityEvents({ db, clock }: Context): Promise<void> {
  await repeatWhileFull(BATCH_SIZE, async () => {
    const { rows } = await sql<{ rows: number }>`
      select forget_security_events(${clock.now()}, ${BATCH_SIZE}) as rows`.execute(db)
    return rows[0]!.rows
  })
}

/** Removes an account from its events. rule: account-deletion */
export async function removeAccountFromSecurityEvents(tx: Db, userId: string): Promise<void> {
  await sql`select forget_account_in_security_events(${userId}::uuid)`.execute(tx)
}
