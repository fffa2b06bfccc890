import { createHash } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { SealingKeys } from '#server/db/seal.ts'

/** The outside services of a server. */
const SERVICES = ['MAIL_URL', 'PAYMENTS', 'FILES_URL', 'PUBLIC_ORIGIN'] as const
/**
 * The settings of the place where it runs. With the others they decide who owns the stored pictures.
 * rule: picture-storage-owner
 */
const PLACE = ['DATABASE_URL', 'DATA_DIR'] as const
/** The settings with the keys that encrypt. rule: access-details, ssn-secrecy */
const KEYS = ['VAULT_KEYS', 'VERIFICATION_KEYS'] as const

type Setting = (typeof SERVICES)[number] | (typeof PLACE)[number] | (typeof KEYS)[number]

/** Stores with which outside services and keys this server runs. rule: operator-commands */
export async function rememberSettings(context: Context): Promise<void> {
  const services = JSON.stringify(settingsOf(context))
  await context.db
    .insertInto('server_settings')
    .values({ services })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ services }))
    .execute()
}

/**
 * The variables that differ from those of the server that started last; none if no server has ever started. Where it
 * runs is compared only if asked: elsewhere another address of the same database does no harm. So are the keys: only
 * who encrypts needs those of the server.
 */
export async function differingSettings(
  context: Context,
  { withPlace = false, keysOnly = false } = {},
): Promise<string[]> {
  const stored = await context.db
    .selectFrom('server_settings')
    .select('services')
    .executeTakeFirst()
  if (!stored) return []
  const servers = stored.services as Partial<Record<Setting, string>>
  const own = settingsOf(context)
  const compared: readonly Setting[] = keysOnly
    ? KEYS
    : withPlace
      ? [...SERVICES, ...PLACE]
      : SERVICES
  // A server of before a variable was stored says nothing about it.
  return compared.filter((name) => servers[name] !== undefined && servers[name] !== own[name])
}

function settingsOf(context: Context): Record<Setting, string> {
  const { config, vaultKeys, verificationKeys } = context
  const { mailUrl, payments, filesUrl, publicOrigin, databaseUrl, dataDir } = config
  return {
    MAIL_URL: withoutSecrets(mailUrl),
    PAYMENTS: payments.provider,
    FILES_URL: withoutSecrets(filesUrl),
    PUBLIC_ORIGIN: publicOrigin,
    DATABASE_URL: withoutSecrets(databaseUrl),
    DATA_DIR: filesUrl === undefined ? dataDir : '',
    VAULT_KEYS: fingerprintOf(vaultKeys),
    VERIFICATION_KEYS: fingerprintOf(verificationKeys),
  }
}

/** Tells nothing of the keys, which are 32 random bytes each. */
function fingerprintOf({ newest, byName }: SealingKeys): string {
  const hash = createHash('sha256').update(newest)
  for (const name of [...byName.keys()].toSorted()) {
    hash.update(` ${name} `).update(byName.get(name)!.export())
  }
  return hash.digest('base64url')
}

/** Scheme, host and path of an address, without name, password and query. The host of a socket is in the query. */
function withoutSecrets(address: string | undefined): string {
  if (address === undefined) return ''
  const { protocol, host, pathname, searchParams } = new URL(address)
  return `${protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`
}
