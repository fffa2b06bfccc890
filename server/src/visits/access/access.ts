import type { FastifyRequest } from 'fastify'
import { ACCESS_FIELDS } from '#contract/visits/access-rules.ts'
import type { AccessField } from '#contract/visits/access-rules.ts'
import type { AccessValues, AccessView } from '#contract/visits/access.ts'
import { displayName } from '#contract/people/display-name.ts'
import type { AccessSaved } from '#contract/market/homes.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { confirmPassword } from '#server/people/passwords/confirm-password.ts'
import { lockClientOfHomes } from '#server/market/homes/copy-home.ts'
import { homeId, readHome } from '#server/market/homes/homes.ts'
import type { SealingKeys } from '#server/db/seal.ts'
import {
  eraseValues,
  lockHomesWithValues,
  noteChange,
  ownHome,
  recordView,
  sealedValues,
  viewRows,
  writeValue,
} from './access.queries.ts'
import { sealValue, unsealValue } from './seal-access.ts'
import type { SealedValue } from './seal-access.ts'

type SentValues = Partial<Record<AccessField, string | null | undefined>>

/**
 * Saves the values that are sent and erases the empty ones; the others stay. Returns which are saved. Refuses
 * home_not_found. rule: access-details
 */
export async function saveAccess(
  context: Context,
  clientId: string,
  sentId: string,
  sent: SentValues,
): Promise<AccessSaved> {
  const id = homeId(sentId)
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockClientOfHomes(tx, clientId))) refuse('not_signed_in')
    if (!(await ownHome(tx, clientId, id))) refuse('home_not_found')
    const named = ACCESS_FIELDS.filter((field) => sent[field] !== undefined)
    if (named.length > 0) await noteChange(tx, id, context.clock.now())
    for (const field of named) {
      const value = sent[field]
      const place = { homeId: id, field }
      if (value) await writeValue(tx, place, sealValue(context.vaultKeys, place, value))
    }
    await eraseValues(
      tx,
      id,
      named.filter((field) => !sent[field]),
    )
    return (await readHome({ ...context, db: tx }, clientId, id)).access
  })
}

/**
 * The values of a home, for its client who gives their password. Refuses home_not_found, and what `confirmPassword`
 * refuses. rule: access-details
 */
export async function revealAccess(
  context: Context,
  actor: Actor,
  request: FastifyRequest,
  sentId: string,
): Promise<AccessValues> {
  const id = homeId(sentId)
  if (!(await ownHome(context.db, actor.id, id))) refuse('home_not_found')
  await confirmPassword(context, actor, request)
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockClientOfHomes(tx, actor.id))) refuse('not_signed_in')
    if (!(await ownHome(tx, actor.id, id))) refuse('home_not_found')
    const sealed = await sealedValues(tx, id)
    const fields = [...sealed.keys()]
    if (fields.length > 0) await recordView(tx, { home_id: id, fields, at: context.clock.now() })
    return openValues(context.vaultKeys, id, sealed)
  })
}

/**
 * The values of all homes of a client, by home, for their own download. Each home that has some gets an entry in its
 * log. rule: account-export, access-log
 */
export async function accessOfClient(
  { db, clock, vaultKeys }: Context,
  clientId: string,
): Promise<ReadonlyMap<string, AccessValues>> {
  return db.transaction().execute(async (tx) => {
    const values = new Map<string, AccessValues>()
    for (const id of await lockHomesWithValues(tx, clientId)) {
      const sealed = await sealedValues(tx, id)
      await recordView(tx, { home_id: id, fields: [...sealed.keys()], at: clock.now() })
      values.set(id, openValues(vaultKeys, id, sealed))
    }
    return values
  })
}

/** Null where nothing is saved. */
export function openValues(
  keys: SealingKeys,
  homeId: string,
  sealed: ReadonlyMap<AccessField, SealedValue>,
): AccessValues {
  const valueOf = (field: AccessField) => {
    const value = sealed.get(field)
    return value ? unsealValue(keys, { homeId, field }, value) : null
  }
  return {
    door_code: valueOf('door_code'),
    key_place: valueOf('key_place'),
    alarm: valueOf('alarm'),
    wifi: valueOf('wifi'),
  }
}

/** The looks at the access details of a home, newest first. Refuses home_not_found. rule: access-log */
export async function listViews(
  { db }: Pick<Context, 'db'>,
  clientId: string,
  sentId: string,
): Promise<{ views: AccessView[]; time_zone: string }> {
  const id = homeId(sentId)
  const { time_zone } = (await ownHome(db, clientId, id)) ?? refuse('home_not_found')
  const rows = await viewRows(db, id)
  const views = rows.map<AccessView>(({ at, booking_id, professional_id, fields, full_name }) => ({
    at: at.toISOString(),
    by: professional_id === null ? 'you' : 'professional',
    professional:
      professional_id === null
        ? null
        : { user_id: professional_id, full_name: displayName(full_name) },
    booking_id,
    fields: ACCESS_FIELDS.filter((field) => fields.includes(field)),
  }))
  return { views, time_zone }
}
