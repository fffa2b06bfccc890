import { createHmac, randomUUID } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/db/db.ts'
import type { SealingKeys } from '#server/db/seal.ts'
import { STORAGE_FILE } from '#server/outside/files/files.ts'
import { isRunning } from '#server/queue/presence.ts'
import type { Presence } from '#server/queue/presence.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import type { Context } from '#server/context.ts'

/** The settings that all processes of a database share. An operator may change them while none runs. */
const SHARED = ['PUBLIC_ORIGIN', 'OPERATOR_ORIGIN', 'PAYMENTS', 'VAPID_PUBLIC_KEY'] as const
/** The key that encrypts, as a fingerprint. Another one may follow it, but it stays needed. */
const NEWEST = ['VAULT_KEYS', 'VERIFICATION_KEYS'] as const
/** The key `hash` of VERIFICATION_KEYS, as a fingerprint. */
const HASH = 'hash'

type Settings = Partial<
  Record<(typeof SHARED)[number] | (typeof NEWEST)[number] | typeof HASH, string>
>

const OTHER_HASH =
  'VERIFICATION_KEYS has another key `hash` than the one that this database was begun with. Set that one: it never changes.'
const LACKS_NEWEST =
  'lacks the key with which this database encrypts. Add the one that stands first in the processes that run, or in the file of DATA_DIR where it was made.'
const DIFFERS =
  'has another value than in the processes that run on this database. Set the same one, or end those processes first.'
const OTHER_STORAGE =
  'leads to other stored pictures than in the processes that run on this database. Set the same one, or end those processes first.'

/** A storage that does not answer says nothing, and holds up no start. */
const STORAGE_MS_MAX = 3000
/** The process that joined first writes the id of a new storage after its commit. */
const STORAGE_TRIES = 5
const STORAGE_TRY_MS = 300

/**
 * Makes this process one of those that serve this database, and shows it to the others by its presence. Each has the
 * newest keys; while another one runs, it also has the same origins, provider of payments and stored pictures. One that
 * runs alone may bring new ones. Two that start at once come one after the other. Throws StartupProblem that names the
 * setting. rule: settings
 */
export async function joinInstallation(context: Context, presence: Presence): Promise<void> {
  await presence.opened()
  for (let tries = 1; ; tries += 1) {
    const found = await readStorageId(context)
    const outcome = await context.db.transaction().execute(async (tx) => {
      const own = await lockInstallation(tx)
      const before = own.settings as Settings
      checkKeys(context, before)
      const isAlone = !(await isRunning(tx, 'any'))
      const settings = settingsOf(context)
      const other = SHARED.find(
        (name) => before[name] !== undefined && before[name] !== settings[name],
      )
      if (!isAlone && other) throw new StartupProblem(`${other} ${DIFFERS}`)
      const isOther = own.storage_id !== null && found.isKnown && found.id !== own.storage_id
      if (!isAlone && isOther) return 'other storage'
      const storageId = found.isKnown ? (found.id ?? randomUUID()) : own.storage_id
      await tx
        .updateTable('installation')
        .set({ settings: JSON.stringify({ ...before, ...settings }), storage_id: storageId })
        .execute()
      // Before the commit: whoever waits for the row then sees that this process runs.
      await presence.show('any')
      return { newId: found.isKnown && found.id === undefined ? storageId : null }
    })
    if (outcome !== 'other storage') {
      if (outcome.newId !== null) await writeStorageId(context, outcome.newId)
      return
    }
    if (tries === STORAGE_TRIES)
      throw new StartupProblem(
        `${context.config.filesUrl ? 'FILES_URL' : 'DATA_DIR'} ${OTHER_STORAGE}`,
      )
    await wait(STORAGE_TRY_MS)
  }
}

/** Throws StartupProblem if this process lacks a key of the servers of this database. For commands that use keys. */
export async function requireKeys(context: Context): Promise<void> {
  const row = await context.db.selectFrom('installation').select('settings').executeTakeFirst()
  if (row) checkKeys(context, row.settings as Settings)
}

function checkKeys({ vaultKeys, verificationKeys }: Context, before: Settings): void {
  if (before[HASH] !== undefined && before[HASH] !== fingerprint(HASH, verificationKeys.hash))
    throw new StartupProblem(OTHER_HASH)
  for (const keys of [vaultKeys, verificationKeys]) {
    const newest = before[keys.setting as (typeof NEWEST)[number]]
    const isListed = [...keys.byName].some(([name, key]) => fingerprint(name, key) === newest)
    if (newest !== undefined && !isListed)
      throw new StartupProblem(`${keys.setting} ${LACKS_NEWEST}`)
  }
}

function settingsOf({ config, push, vaultKeys, verificationKeys }: Context): Settings {
  return {
    PUBLIC_ORIGIN: comparable(config.publicOrigin),
    OPERATOR_ORIGIN: comparable(config.operatorOrigin),
    PAYMENTS: config.payments.provider,
    VAPID_PUBLIC_KEY: push.publicKey,
    VAULT_KEYS: newestOf(vaultKeys),
    VERIFICATION_KEYS: newestOf(verificationKeys),
    [HASH]: fingerprint(HASH, verificationKeys.hash),
  }
}

/**
 * Drops the port of an origin on this machine. Without PUBLIC_ORIGIN it follows from PORT, and cookies of this machine
 * do not tell ports apart.
 */
function comparable(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && hostname === 'localhost' ? 'http://localhost' : origin
}

function newestOf({ newest, byName }: SealingKeys): string {
  return fingerprint(newest, byName.get(newest)!)
}

/** Tells nothing of the key, which is 32 random bytes. */
function fingerprint(name: string, key: KeyObject): string {
  return createHmac('sha256', key).update(`lustra installation ${name}`).digest('base64url')
}

async function lockInstallation(tx: Db) {
  await tx
    .insertInto('installation')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx.selectFrom('installation').selectAll().forUpdate().executeTakeFirstOrThrow()
}

type FoundId = { isKnown: true; id: string | undefined } | { isKnown: false }

async function readStorageId({ files, log }: Context): Promise<FoundId> {
  const late = wait(STORAGE_MS_MAX, undefined, { ref: false }).then(() => {
    throw new Error('The storage of pictures does not answer.')
  })
  try {
    const id = await Promise.race([files.readMarker(STORAGE_FILE), late])
    return { isKnown: true, id: id?.trim() }
  } catch (error) {
    log.warn(
      { err: error },
      'the storage of pictures is away: whether it is the right one is not known',
    )
    return { isKnown: false }
  }
}

/** Writes the marker of the storage. Without it the next process would take this storage for another one. */
async function writeStorageId({ db, files, log }: Context, id: string): Promise<void> {
  try {
    await files.writeMarker(id, STORAGE_FILE)
  } catch (error) {
    log.warn({ err: error }, 'the storage of pictures takes no files')
    await db
      .updateTable('installation')
      .set({ storage_id: null })
      .where('storage_id', '=', id)
      .execute()
  }
}
